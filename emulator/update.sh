#!/bin/sh
# Writes into the pages beside this script the tables on speed and memory, from what emulator/test/benchmark/bench.sh wrote on some
# machines, and what simt reports (common/make/quote_output.sh). With --check the page stays as it is, and the exit code says
# whether it is up to date.
# Usage: update.sh [--check]   (in the repository's root)
set -eu
. common/make/quote_output.sh
results=emulator/test/benchmark/results

speed() {
    echo "| machine, host threads, day | kernel | checks on | times of OpenMP C++ | checks off | times of OpenMP C++ |"
    echo "|---|---|---|---|---|---|"
    awk -F, 'FNR > 1 { printf "| %s, %d, %s | %s | %s (%s to %s) | %s | %s (%s to %s) | %s |\n",
                              $1, $3, $2, $4, $6, $7, $8, $12, $9, $10, $11, $13 }' "$results"/speed_*.csv
}
memory() {
    echo "| kernel | checks on | checks off |"
    echo "|---|---|---|"
    awk -F, 'FNR > 1 { printf "| `%s` | %s | %s |\n", $1, $3, $4 }' "$results/memory.csv"
}

# reported COMMAND…: a report of simt, with paths relative to this folder.
reported() { SIMT_WIDTH=96 "$@" 2>&1 >/dev/null | sed 's|[^ ]*/emulator/|emulator/|'; }

quote_outputs emulator "${1:-}"
