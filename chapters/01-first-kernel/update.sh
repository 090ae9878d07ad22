#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root; the programs must be there)
set -eu
. common/make/quote_output.sh

# The first kernel of a source file, or of a rung.
kernel() { sed -n '/__global__/,/^}/{s/^static //;s/^ \{7\}\( \{28\}\)/\1/;/region/d;p;/^}/q}' "$1"; }
kernel_of_rung() { kernel "chapters/01-first-kernel/$(rung_file "$1")"; }
# shown COMMAND…: the command and its output, as in quote_output.sh, but with standard error; paths begin at chapters/.
shown() {
    printf '$ %s\n' "$*"
    on_emulator "$@" 2>&1 | sed 's|[^ ]*/chapters/|chapters/|; s|\./common/|common/|'
}

quote_outputs chapters/01-first-kernel "${1:-}"
