#!/bin/bash
#SBATCH --job-name=solidscene
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --mem=8G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --output=solidscene-%A-%a.log
# One part of a corpus per task of an array, from the folder that holds problems.jsonl:
#   job=$(sbatch --parsable docker/slurm-array.sh problems.jsonl parts)
#   sbatch --dependency=afterok:$job docker/slurm-merge.sh parts whole
# SOLIDSCENE says how the program is started, for example «apptainer run --nv solidscene.sif». The array must begin at 1.
# A task that is requeued goes on where it was.
set -euo pipefail

corpus=${1:?the corpus, such as problems.jsonl}
parts=${2:?the folder for the parts}
part=${SLURM_ARRAY_TASK_ID:?run me with sbatch --array=1-N}
count=${SLURM_ARRAY_TASK_COUNT:?run me with sbatch --array=1-N}

# On the node's own disk: room plates are made once per node and read for every frame.
export SOLIDSCENE_CACHE=${SOLIDSCENE_CACHE:-${TMPDIR:-/tmp}/solidscene-$USER}
exec ${SOLIDSCENE:-solidscene} convert "$corpus" --out "$parts/$part" --shard "$part/$count"
