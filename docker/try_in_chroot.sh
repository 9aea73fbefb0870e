#!/bin/bash
# Tests the image without a container engine: runs the Dockerfile's steps in a clean Debian made by debootstrap, then
# `solidscene doctor` and a small conversion as its user.
#   sudo docker/try_in_chroot.sh [WORK_FOLDER]
# BPY_INDEX replaces the Dockerfile's index, CHROOT_BINDS mounts folders inside (see bare_debian.sh). Needs root, debootstrap
# and about 8 GB. Everything is in WORK_FOLDER/solidscene-chroot, which is kept for inspection if a step fails, else removed.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
. "$here/bare_debian.sh"
if [ "${1:-}" != --inside ]; then
    in_own_mounts solidscene-chroot "${1:-${TMPDIR:-/tmp}}"
    exit
fi

work=$2
base=$work/base
make_base "$base"
rm -rf --one-file-system "$work/build" "$work/final"
python3 "$here/run_dockerfile.py" "$base" "$work" ${BPY_INDEX:+"BPY_INDEX=$BPY_INDEX"}

final=$work/final
# The image contains no compiler, and runs as an unprivileged user.
for tool in gcc cc g++ make pip; do
    ! chroot "$final" /bin/sh -c "PATH=/opt/solidscene/bin:\$PATH command -v $tool" || { echo "the image contains $tool" >&2; exit 1; }
done
cat >"$final/work/problems.jsonl" <<'JSON'
{"id": "cube", "statement": "A cube has edges of length 2. Find its volume.", "answer": "8", "figure": "solid cube ABCD-EFGH\ngiven AB = 2\nfind volume(ABCD-EFGH)"}
JSON
user="chroot --userspec=solidscene $final env -i -C /work HOME=/home/solidscene LANG=C.UTF-8 SOLIDSCENE_CACHE=/cache PATH=/opt/solidscene/bin:/usr/bin:/bin"
for part in 1 2; do
    $user /app/docker/entrypoint.sh convert problems.jsonl --out "parts/$part" --shard "$part/2" --agents offline --no-render
done
$user solidscene merge parts/1 parts/2 --out whole
grep -q '"status":"published"' "$final/work/whole/samples.jsonl"
echo "== the image works"
