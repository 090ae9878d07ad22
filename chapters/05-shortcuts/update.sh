#!/bin/sh
# Writes what commands print into the page beside this script (common/make/quote_output.sh). With --check the page stays as it
# is, and the exit code says whether it is up to date.
# Usage: update.sh [--check]   (in the repository's root; the programs must be there)
set -eu
. common/make/quote_output.sh
page=chapters/05-shortcuts/README.md

# A region of a rung's file: rung 2_register_blocked.cu relax. Without what tells the compiler to unroll.
rung() { grep -v '^ *#pragma \(unroll\|GCC\)' "chapters/05-shortcuts/$1" | region /dev/stdin "$2"; }
# The same for the CPU's: cpu serial.cpp row.
cpu() {
    rung "../../common/baseline/shortcuts/$1" "$2" |
        awk 'NR == 1 { flat = /^#pragma/ } { if (flat) sub(/^    /, ""); print }'
}
# A structure of forms.cuh.
form() { struct_of chapters/05-shortcuts/forms.cuh "$1"; }
# A command that is to end with an error: what it prints of both kinds, and its exit code.
refused() {
    printf '$ %s\n' "$*"
    on_emulator "$@" 2>&1 || echo "exit code $?"
}
# What changes from one file to the next, without comments.
changes() {
    files=$(mktemp -d)
    grep -v '^ *//' "chapters/05-shortcuts/$1" >"$files/before"
    grep -v '^ *//' "chapters/05-shortcuts/$2" >"$files/after"
    diff "$files/before" "$files/after" | grep '^[<>]' | grep -v namespace || true
    rm -r "$files"
}

quote_output $page chapters/05-shortcuts/update.sh "${1:-}"
