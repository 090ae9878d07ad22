#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root; the programs must be there)
set -eu
. common/make/quote_output.sh

# A region of a file, of a rung (rung register_blocked relax), of a version for the CPU (cpu serial.cpp row), without what tells the
# compiler to unroll.
plain() { grep -v '^ *#pragma \(unroll\|GCC\)' "$1" | region /dev/stdin "$2"; }
rung() { plain "chapters/05-shortcuts/$(rung_file "$1")" "$2"; }
cpu() {
    plain "common/baseline/shortcuts/$1" "$2" |
        awk 'NR == 1 { flat = /^#pragma/ } { if (flat) sub(/^    /, ""); print }'
}
# The two loops of the kernel that pads by tiles.
padded_by_tiles() {
    sed -n '/for (unsigned y/,/^}/{/^}/d;/^#pragma/d;s/^    //p;}' chapters/05-shortcuts/more/padding/2_tiled.cu
}
# A structure of parts/forms.cuh.
form() { struct_of chapters/05-shortcuts/parts/forms.cuh "$1"; }
# A command that is to end with an error: what it prints of both kinds, and its exit code.
refused() {
    printf '$ %s\n' "$*"
    on_emulator "$@" 2>&1 || echo "exit code $?"
}
# What changes from one rung to the next, without comments.
changes() {
    files=$(mktemp -d)
    grep -v '^ *//' "chapters/05-shortcuts/$(rung_file "$1")" >"$files/before"
    grep -v '^ *//' "chapters/05-shortcuts/$(rung_file "$2")" >"$files/after"
    diff "$files/before" "$files/after" | grep '^[<>]' | grep -v namespace || true
    rm -r "$files"
}

quote_outputs chapters/05-shortcuts "${1:-}"
