#!/bin/bash
#SBATCH --job-name=solidscene-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --time=1:00:00
#SBATCH --output=solidscene-merge-%j.log
# Merges the shards of docker/slurm-array.sh into one run:  sbatch --dependency=afterok:JOB docker/slurm-merge.sh parts whole
set -euo pipefail

parts=${1:?name the folder of the shards}
whole=${2:?name the folder for the merged run}

exec ${SOLIDSCENE:-solidscene} merge "$parts"/* --out "$whole"
