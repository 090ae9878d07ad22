#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root; build/simt and the programs must be there)
set -eu
. common/make/quote_output.sh

# Kernels in a table: those of a file, and this chapter's rungs.
table() {
    printf '$ build/occupancy --table --cc %s < %s\n' "$1" "$2"
    build/occupancy --table --cc "$1" <"$2"
}
table_of_rungs() {
    printf '$ build/04/resources | build/occupancy --table\n'
    on_emulator build/04/resources | build/occupancy --table
}
# A table of the CPU's times, as they were measured on the H200's host: loop-orders, threads, library.
cpu_times() { on_emulator build/04/cpu --from chapters/04-matmul/results/cpu/"${2:-h200}.csv" "$1"; }
cpu_speedups() {
    on_emulator build/04/cpu --speedups chapters/04-matmul/results/cpu/h200.csv chapters/04-matmul/results/h200.csv
}
# The textbook's kernels in time, as measured on an H200.
textbook_times() { shown build/04/textbook_times --from chapters/04-matmul/results/textbook_times/h200.csv; }
# What limits the modern rungs, by ncu's counters on an H200: rungs 9 to 13, or with `last-` rungs 13 to 15; with `bands-` what DRAM
# moves for rung 15's bands.
profile() {
    counters=chapters/04-matmul/results/profile/${1:-}h200.csv
    if [ -e $counters ]; then
        chapters/04-matmul/programs/profile.sh --table $counters
    else
        echo "Not measured yet: chapters/04-matmul/programs/profile.sh > $counters does it, where there is ncu."
    fi
}
# cuBLAS in its four layouts beside rung 13, as measured on an H200.
layouts() { build/04/layouts --from chapters/04-matmul/results/layouts/h200.csv; }
# Rung 15's loop in several orders, as measured on an H200.
orders() { build/04/orders --from chapters/04-matmul/results/orders/h200.csv; }
# Its bands, as measured on an H200, and what a round of tiles reads.
rounds() { on_emulator build/04/bands; }
bands() { build/04/bands --from chapters/04-matmul/results/bands/h200.csv; }
# Rungs 14 and 15 beside cuBLAS's fastest layout, over the list of shapes, as measured on an H200.
shapes() { build/04/shapes --from chapters/04-matmul/results/shapes/h200.csv; }

quote_outputs chapters/04-matmul "${1:-}"
