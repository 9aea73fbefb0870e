#!/bin/sh
# Makes a checkout ready on a fresh machine: Python 3.11, the libraries Blender links to, a virtualenv with everything in it.
# `make setup` calls it, and so do the other targets: where nothing is to be done it ends at once. What the system lacks is
# installed when root runs it where there is apt-get; anybody else is told the line to run. PYTHON names the Python to use.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
# Written last, so a setup that was interrupted has none. Holds what the virtualenv was made for: this folder, these packages.
stamp=$venv/.installed
libraries=assets/blender-libraries.txt

stop() {
    printf '%s\n' "$@" >&2
    exit 1
}

made_for() {
    pwd -P
    cat pyproject.toml
}

is_python_3_11() {
    "$1" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null
}

# Sets `python` to the first Python 3.11 that can make virtualenvs: on Debian that takes a package of its own. Not the Python
# of a virtualenv that happens to be active, which may be the one to be made anew, but the Python it was made from.
find_python() {
    set -- python3.11 python3 python
    [ -z "${PYTHON:-}" ] || set -- "$PYTHON"
    for name in "$@"; do
        if is_python_3_11 "$name"; then
            python=$("$name" -c 'import ensurepip, sys, venv; print(sys._base_executable)' 2>/dev/null) && return
        fi
    done
    python=
}

# The dynamic linker is asked itself, for it alone knows all its folders: what it cannot preload it names.
missing_libraries() {
    LD_PRELOAD=$(awk '!/^#/ { print $1 }' ORS=: $libraries) "${python:-/bin/true}" --version 2>&1 |
        sed -n "s/.*object '\(.*\)' from LD_PRELOAD cannot be preloaded.*/\1/p" | sort -u
}

# Sets `missing` to words for a person, `packages` to what Debian and Ubuntu call them, `elsewhere` to where else to find
# them; all are empty when all is there.
look_at_the_system() {
    missing= packages= elsewhere=
    find_python
    if [ -z "$python" ]; then
        [ -z "${PYTHON:-}" ] || stop "$PYTHON is no Python 3.11 that can make virtualenvs, and bpy 4.5 is built for no other." \
            "Remedy: make setup PYTHON=/path/to/python3.11, or unset PYTHON"
        missing="Python 3.11 with venv" packages=python3.11-venv
        elsewhere="Where the archive has no Python 3.11: uv python install 3.11; make setup PYTHON=\$(uv python find 3.11)"
    fi
    for library in $(missing_libraries); do
        missing="${missing:+$missing, }$library"
        packages="${packages:+$packages }$(awk -v name="$library" '$1 == name { print $2 }' $libraries)"
    done
}

prepare_the_system() {
    look_at_the_system
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || stop "Missing on this machine: $missing" \
        "Remedy: install them (on Debian they are in $packages), then run the same command again. $elsewhere"
    [ "$(id -u)" = 0 ] || stop "Missing on this machine: $missing" \
        "Remedy: sudo apt-get update && sudo apt-get install $packages" "Then run the same command again. $elsewhere"
    echo "Missing on this machine: $missing"
    echo "Installing with apt-get: $packages"
    # Unquoted: a list of names.
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null; } ||
        stop "apt-get could not install $packages; its words are above. Remedy: see to the network. $elsewhere"
    look_at_the_system
    [ -z "$missing" ] || stop "Still missing after apt-get install: $missing. Remedy: install it by hand. $elsewhere"
}

prepare_the_virtualenv() {
    anew=yes
    if [ -e $stamp ] && [ "$(head -n 1 $stamp)" = "$(pwd -P)" ] && is_python_3_11 $venv/bin/python; then
        anew=no
    fi
    rm -f $stamp
    if [ $anew = yes ]; then
        echo "Making the virtualenv $venv with $python"
        rm -rf $venv || stop "The old $venv cannot be removed. Remedy: sudo rm -rf $venv"
        "$python" -m venv $venv
    fi
    echo "Installing the packages of pyproject.toml, 2 GB with Blender: minutes, the first time ..."
    $venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' ||
        stop "pip could not install the packages; its words are above." \
            "Remedy: see to the network, or to the index that pip is set up with, and run the same command again." \
            "Where an index has no bpy 4.5: PIP_EXTRA_INDEX_URL=https://download.blender.org/pypi/ make setup"
    # Tried, not assumed: a later bpy may link to more than our list knows. It must not linger: leaving, it may crash.
    words=$($venv/bin/python -c 'import bpy, os; os._exit(0)' 2>&1 >/dev/null) ||
        stop "$words" "Blender's module bpy is installed and does not start. Remedy: install the library that it names"
    made_for >$stamp
}

if made_for | cmp -s - $stamp && is_python_3_11 $venv/bin/python; then
    exit 0
fi
prepare_the_system
prepare_the_virtualenv
echo "Ready: $venv/bin/solidscene"
