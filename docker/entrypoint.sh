#!/bin/sh
# Runs solidscene with the container's arguments, or another program given by its absolute path: `docker run IMAGE /bin/sh`.
# Fails at start if the output folders are not writable, before hours of work are lost.
set -eu

for folder in "${SOLIDSCENE_CACHE:-/cache}" "$PWD"; do
    if ! [ -w "$folder" ]; then
        echo "$folder is not writable by user $(id -u). Remedy: chown $(id -u) the folder mounted there, or docker run --user" >&2
        exit 2
    fi
done

case "${1:-}" in
    /*) exec "$@" ;;
    *) exec solidscene "$@" ;;
esac
