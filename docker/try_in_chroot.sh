#!/bin/bash
# Builds the image's file system without a container engine and starts it: a clean Debian by debootstrap, in which the
# Dockerfile's own steps are run, then `solidscene doctor` and a small conversion as its user.
#   sudo docker/try_in_chroot.sh [WORK_FOLDER]
# Uses the Debian archive and the package indexes that this machine is set up with. CHROOT_BINDS (folders, colons between)
# are shown inside, for machines whose indexes are folders; BPY_INDEX replaces the Dockerfile's. Needs root, debootstrap
# and about 8 GB. Everything is in WORK_FOLDER/solidscene-chroot, which is left for a look when a step fails, else removed.
set -euo pipefail

if [ "${1:-}" != --inside ]; then
    command -v debootstrap >/dev/null || { echo "debootstrap is not installed. Remedy: apt-get install debootstrap" >&2; exit 2; }
    [ "$(id -u)" = 0 ] || { echo "chroots need root. Remedy: sudo $0" >&2; exit 2; }
    # A folder of its own in the one that is named, for it is removed at the end.
    work=$(realpath -m "${1:-${TMPDIR:-/tmp}}")/solidscene-chroot
    mkdir -p "$work"
    # A mount namespace of its own: whatever ends this script also undoes its mounts.
    unshare --mount --propagation private "$(realpath "$0")" --inside "$work"
    rm -rf --one-file-system "$work"
    exit
fi

work=$2
here=$(dirname "$(realpath "$0")")
base=$work/base

if ! [ -e "$base/debootstrapped" ]; then
    rm -rf "$base"
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
    debootstrap --variant=minbase bookworm "$base" "$mirror"
    touch "$base/debootstrapped"
fi
# How this machine reaches its indexes: name servers, certificates, pip's settings.
cp /etc/resolv.conf "$base/etc/resolv.conf"
mkdir -p "$base/etc/ssl" "$base/root/.config/pip"
# Under another name: the package ca-certificates writes its own list over the usual one.
export PIP_CERT=/etc/ssl/host-certificates.crt
cp -L /etc/ssl/certs/ca-certificates.crt "$base$PIP_CERT"
cp /etc/pip.conf "$base/etc/pip.conf" 2>/dev/null || true
cp ~/.config/pip/pip.conf "$base/root/.config/pip/pip.conf" 2>/dev/null || true

rm -rf --one-file-system "$work/build" "$work/final"
python3 "$here/run_dockerfile.py" "$base" "$work" ${BPY_INDEX:+"BPY_INDEX=$BPY_INDEX"}

final=$work/final
# Nothing that compiles is in the image, and its user is nobody in particular.
for tool in gcc cc g++ make pip; do
    ! chroot "$final" /bin/sh -c "PATH=/opt/solidscene/bin:\$PATH command -v $tool" || { echo "the image holds $tool" >&2; exit 1; }
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
