#!/bin/sh
# Writes what commands print into the page beside this script (common/make/quote_output.sh). With --check the page stays as it
# is, and the exit code says whether it is up to date.
# Usage: update.sh [--check]   (in the repository's root; build/simt and the programs must be there)
set -eu
. common/make/quote_output.sh
page=chapters/03-reduction/README.md

# A region of a source file: region chapters/03-reduction/1_interleaved.cuh rounds
region() {
    sed -n "\|// region: $2\$|,\|// end region|p" "$1" | sed '1d;$d' |
        awk 'NR == 1 { match($0, /^ */); indent = RLENGTH }
             { match($0, /^ */); print substr($0, (RLENGTH < indent ? RLENGTH : indent) + 1) }'
}
rung() { region "chapters/03-reduction/$1" "$2"; }
# A function of a source file, from the line in which its name stands to its end.
function_of() { sed -n "/^[^ ].* $2(/,/^}/{p;/^}/q}" "$1"; }
# A structure, without the comments and constants around it.
struct_of() { sed -n "/^struct $2 /,/^};/p" "$1"; }
# A command as one types it, and what it prints, on the emulator and without what the checks report.
shown() {
    printf '$ %s\n' "$*"
    LD_LIBRARY_PATH=build/lib "$@" 2>/dev/null
}
# What was measured: `measured back_to_back` prints the table of results/back_to_back/h200.csv.
measured() { "build/03/$1" --from "chapters/03-reduction/results/$1/h200.csv"; }
# What the checks report first about a kernel: first_report KERNEL COMMAND…
first_report() {
    kernel=$1
    shift
    report "$@" | awk -v kernel="$kernel" '
        /^simt: / { text = ""; inside = 1 }
        / what to do / { if (inside && text ~ kernel) { printf "%s", text; exit } inside = 0 }
        inside { text = text $0 "\n" }'
}

quote_output $page chapters/03-reduction/update.sh "${1:-}"
