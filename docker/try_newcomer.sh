#!/bin/bash
# Tests the first steps of a new user, in a bare Debian that has only make: a clone of the last commit, then `make demo`.
# Once as a user without root, for whom the script prints what to install; once as root, for whom it is installed.
#   sudo docker/try_newcomer.sh [--test] [WORK_FOLDER]
# --test also runs `make test`, as both. DEMO_ARGS are arguments of the demo, by default for small films; CHROOT_BINDS mounts
# folders inside (see bare_debian.sh). Needs root, debootstrap, git and about 10 GB. Everything is in
# WORK_FOLDER/solidscene-newcomer, which is kept for inspection if a step fails, else removed.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
. "$here/bare_debian.sh"
if [ "${1:-}" != --inside ]; then
    test=
    [ "${1:-}" != --test ] || { test=--test; shift; }
    in_own_mounts solidscene-newcomer "${1:-${TMPDIR:-/tmp}}" $test
    exit
fi

work=$2
test=${3:-}
demo=${DEMO_ARGS:---profile preview}
make_base "$work/base" make

# as USER COMMAND ...: in the clone, with only those environment variables of this machine that pip and apt need.
as() {
    local passed
    mapfile -t passed < <(env | grep -iE '^(PIP_[A-Z_]+|https?_proxy|no_proxy)=')
    chroot --userspec="$1" "$root" env -i -C "$home/solidscene" "HOME=$home" LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${passed[@]}" "${@:2}"
}

# new_machine NAME HOME: another bare Debian, `root`, with a clone in a user's `home`.
new_machine() {
    root=$work/$1 home=$2
    rm -rf --one-file-system "$root"
    cp -a --reflink=auto "$work/base" "$root"
    open_root "$root"
    [ "$home" = /root ] || chroot "$root" useradd --create-home "$(basename "$home")"
    git clone --quiet --depth 1 "file://$(realpath "$here/..")" "$root$home/solidscene"
    chroot "$root" chown -R --reference="$home" "$home/solidscene"
}

# demo_ends_well USER: the demo succeeds, with a report and three published problems.
demo_ends_well() {
    as "$1" make demo "DEMO_ARGS=$demo"
    as "$1" test -s runs/demo/report.html
    [ "$(as "$1" grep -c '"status":"published"' runs/demo/samples.jsonl)" = 3 ]
}

# tests_pass USER: runs the tests, if --test was given.
tests_pass() {
    [ -z "$test" ] || as "$1" make test
}

echo "== a user who may install nothing"
new_machine user /home/newcomer
if as newcomer make demo >"$work/refused" 2>&1; then
    echo "make demo did not fail although libraries are missing" >&2
    exit 1
fi
cat "$work/refused"
remedy=$(sed -n 's/^Remedy: //p' "$work/refused")
[[ $remedy == *apt-get\ install* ]]
echo "== the line it names, run by root"
as root sh -c "${remedy//sudo /} --yes --no-install-recommends"
echo "== the same command again"
demo_ends_well newcomer
SECONDS=0
as newcomer make setup
[ $SECONDS -lt 5 ] || { echo "a second make setup took $SECONDS seconds" >&2; exit 1; }
tests_pass newcomer
rm -rf --one-file-system "$root$home"

echo "== root"
new_machine root /root
demo_ends_well root
tests_pass root
echo "== a newcomer gets there"
