# Sourced by bash scripts: a bare Debian in a chroot for tests, without a container engine. Needs root and debootstrap.
# Uses the Debian archive and the package indexes configured on this machine. CHROOT_BINDS (folders, separated by colons)
# are bind-mounted inside, for machines whose indexes are folders.

# in_own_mounts NAME PARENT [ARGUMENT ...]: runs the calling script again as SCRIPT --inside FOLDER [ARGUMENT ...], where FOLDER
# is PARENT/NAME. It is removed at the end, and kept for inspection if the script fails.
in_own_mounts() {
    command -v debootstrap >/dev/null || { echo "debootstrap is not installed. Remedy: apt-get install debootstrap" >&2; exit 2; }
    [ "$(id -u)" = 0 ] || { echo "chroots need root. Remedy: sudo $0" >&2; exit 2; }
    local work
    work=$(realpath -m "$2")/$1
    mkdir -p "$work"
    # A separate mount namespace: however the script ends, its mounts are undone.
    unshare --mount --propagation private "$(realpath "$0")" --inside "$work" "${@:3}"
    rm -rf --one-file-system "$work"
}

# make_base FOLDER [PACKAGE,...]: a clean Debian, with additional packages if named, configured for the machine's indexes.
make_base() {
    if ! [ -e "$1/debootstrapped" ]; then
        rm -rf "$1"
        local mirror
        mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
        debootstrap --variant=minbase ${2:+"--include=$2"} bookworm "$1" "$mirror"
        touch "$1/debootstrapped"
    fi
    # Name servers, certificates, pip's settings: those of this machine and its user, for every user inside.
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    mkdir -p "$1/etc/ssl" "$1/etc/xdg/pip"
    # Under another name: the package ca-certificates overwrites the usual one.
    export PIP_CERT=/etc/ssl/host-certificates.crt
    cp -L /etc/ssl/certs/ca-certificates.crt "$1$PIP_CERT"
    cp /etc/pip.conf "$1/etc/pip.conf" 2>/dev/null || true
    cp ~/.config/pip/pip.conf "$1/etc/xdg/pip/pip.conf" 2>/dev/null || true
}

# open_root FOLDER: mounts /proc, /sys and /dev, and the folders of CHROOT_BINDS.
open_root() {
    mount -t proc proc "$1/proc"
    mount -t sysfs sysfs "$1/sys"
    mount --rbind /dev "$1/dev"
    local shown binds=${CHROOT_BINDS:-}
    for shown in ${binds//:/ }; do
        mkdir -p "$1$shown"
        mount --bind -o ro "$shown" "$1$shown"
    done
}
