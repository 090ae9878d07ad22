#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root; build/simt and the programs must be there)
set -eu
. common/make/quote_output.sh

# first_report KERNEL COMMAND…: the first report of the checks about a kernel.
first_report() {
    kernel=$1
    shift
    report "$@" | awk -v kernel="$kernel" '
        /^simt: / { text = ""; inside = 1 }
        / what to do / { if (inside && text ~ kernel) { printf "%s", text; exit } inside = 0 }
        inside { text = text $0 "\n" }'
}

quote_outputs chapters/03-reduction "${1:-}"
