#!/bin/sh
# Sets up a checkout on a fresh machine: Python 3.11, the libraries Blender links to, a virtualenv with all packages.
# `make setup` calls it, and so do the other targets: if nothing is to be done it exits at once. Missing system packages are
# installed if root runs it and apt-get exists; otherwise the command to run is printed. PYTHON names the Python to use.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
# Written last, so an interrupted setup has none. Contains what the virtualenv was made for: this folder, these packages.
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

# Sets `python` to the first Python 3.11 that can make virtualenvs: on Debian that needs a separate package. Not the Python
# of an active virtualenv, which may be the one to be rebuilt, but the base Python of that virtualenv.
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

# Asks the dynamic linker, which alone knows all its folders: it names the libraries that it cannot preload.
missing_libraries() {
    LD_PRELOAD=$(awk '!/^#/ { print $1 }' ORS=: $libraries) "${python:-/bin/true}" --version 2>&1 |
        sed -n "s/.*object '\(.*\)' from LD_PRELOAD cannot be preloaded.*/\1/p" | sort -u
}

# Sets `missing` to what is missing, for a message, `packages` to the Debian and Ubuntu packages, `elsewhere` to another way
# to get them; all are empty if nothing is missing.
look_at_the_system() {
    missing= packages= elsewhere=
    find_python
    if [ -z "$python" ]; then
        [ -z "${PYTHON:-}" ] || stop "$PYTHON is not a Python 3.11 that can make virtualenvs, and bpy 4.5 supports no other version." \
            "Remedy: make setup PYTHON=/path/to/python3.11, or unset PYTHON"
        missing="Python 3.11 with venv" packages=python3.11-venv
        elsewhere="If the archive has no Python 3.11: uv python install 3.11; make setup PYTHON=\$(uv python find 3.11)"
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
    # Unquoted: a list of package names.
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null; } ||
        stop "apt-get could not install $packages; its output is above. Remedy: check the network. $elsewhere"
    look_at_the_system
    [ -z "$missing" ] || stop "Still missing after apt-get install: $missing. Remedy: install it manually. $elsewhere"
}

prepare_the_virtualenv() {
    rebuild=yes
    if [ -e $stamp ] && [ "$(head -n 1 $stamp)" = "$(pwd -P)" ] && is_python_3_11 $venv/bin/python; then
        rebuild=no
    fi
    rm -f $stamp
    if [ $rebuild = yes ]; then
        echo "Creating the virtualenv $venv with $python"
        rm -rf $venv || stop "The old $venv cannot be removed. Remedy: sudo rm -rf $venv"
        "$python" -m venv $venv
    fi
    echo "Installing the packages of pyproject.toml, 2 GB with Blender; takes minutes the first time ..."
    $venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' ||
        stop "pip could not install the packages; its output is above." \
            "Remedy: check the network, or the index that pip is configured with, and run the same command again." \
            "If the index has no bpy 4.5: PIP_EXTRA_INDEX_URL=https://download.blender.org/pypi/ make setup"
    # Imported to test it: a later bpy may link to more than our list has. os._exit, because bpy may crash at a normal exit.
    words=$($venv/bin/python -c 'import bpy, os; os._exit(0)' 2>&1 >/dev/null) ||
        stop "$words" "Blender's module bpy is installed but cannot be imported. Remedy: install the library that it names"
    made_for >$stamp
}

if made_for | cmp -s - $stamp && is_python_3_11 $venv/bin/python; then
    exit 0
fi
prepare_the_system
prepare_the_virtualenv
echo "Ready: $venv/bin/solidscene"
