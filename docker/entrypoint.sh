#!/bin/sh
# Runs solidscene with the container's arguments, or another program that is named in full: `docker run IMAGE /bin/sh`.
# Refuses to start where nothing could be kept, before hours of work are lost.
set -eu

for folder in "${SOLIDSCENE_CACHE:-/cache}" "$PWD"; do
    if ! [ -w "$folder" ]; then
        echo "$folder cannot be written by user $(id -u). Remedy: chown $(id -u) the folder that is mounted there, or docker run --user" >&2
        exit 2
    fi
done

case "${1:-}" in
    /*) exec "$@" ;;
    *) exec solidscene "$@" ;;
esac
