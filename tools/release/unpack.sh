#!/bin/sh
# @NAME@: unpacks itself once into the cache folder of the user, then starts from there.
# TABLETOP_UNPACK_DIR chooses another folder. All arguments are given to the program.
set -eu
self=$0
case $self in */*) ;; *) self=$(command -v -- "$self") ;; esac
cache=${TABLETOP_UNPACK_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/tabletop-bundles}
home=$cache/@NAME@-@DIGEST@
if [ ! -x "$home/tabletop" ]; then
    mkdir -p -- "$cache"
    part=$(mktemp -d "$cache/unpacking-XXXXXX")
    trap 'rm -rf -- "$part"' EXIT
    trap 'exit 1' HUP INT TERM
    echo "tabletop: unpacking into $home (once) ..." >&2
    { tail -n +@LINES@ -- "$self" | gzip -dc || : > "$part/incomplete"; } | tar -xf - -C "$part"
    if [ -e "$part/incomplete" ]; then
        echo "tabletop: $self is incomplete; fetch it again" >&2
        exit 1
    fi
    mv -T -- "$part/tabletop" "$home" 2>/dev/null || [ -x "$home/tabletop" ] || {
        echo "tabletop: cannot unpack into $home" >&2
        exit 1
    }
    rm -rf -- "$part"
    trap - EXIT HUP INT TERM
fi
exec "$home/tabletop" "$@"
