#!/bin/bash
#SBATCH --job-name=solidscene
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --mem=8G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --output=solidscene-%A-%a.log
# One shard of a corpus per task of a job array, run from the folder that contains problems.jsonl:
#   job=$(sbatch --parsable docker/slurm-array.sh problems.jsonl parts)
#   sbatch --dependency=afterok:$job docker/slurm-merge.sh parts whole
# SOLIDSCENE is the command that starts the program, for example «apptainer run --nv solidscene.sif». The array must begin at 1.
# A requeued task resumes its run.
set -euo pipefail

corpus=${1:?name the corpus, such as problems.jsonl}
parts=${2:?name the folder for the shards}
part=${SLURM_ARRAY_TASK_ID:?run me with sbatch --array=1-N}
count=${SLURM_ARRAY_TASK_COUNT:?run me with sbatch --array=1-N}

# On the node's local disk: room plates are rendered once per node and read for every frame.
export SOLIDSCENE_CACHE=${SOLIDSCENE_CACHE:-${TMPDIR:-/tmp}/solidscene-$USER}
exec ${SOLIDSCENE:-solidscene} convert "$corpus" --out "$parts/$part" --shard "$part/$count"
