#!/bin/sh
# Writes the tables on speed and memory into README.md beside this script, from what emulator/test/benchmark/bench.sh
# wrote on some machines (common/make/quote_output.sh). With --check the page stays as it is, and the exit code says
# whether it is up to date.
# Usage: update.sh [--check]   (in the repository's root)
set -eu
. common/make/quote_output.sh
results=emulator/test/benchmark/results

speed() {
    echo "| machine, host threads, day | kernel | checks on | checks off | times of OpenMP C++ |"
    echo "|---|---|---|---|---|"
    awk -F, 'FNR > 1 { printf "| %s, %d, %s | %s | %s (%s to %s) | %s (%s to %s) | %s |\n",
                              $1, $3, $2, $4, $6, $7, $8, $9, $10, $11, $12 }' "$results"/speed_*.csv
}
memory() {
    echo "| kernel | checks on | checks off |"
    echo "|---|---|---|"
    awk -F, 'FNR > 1 { printf "| `%s` | %s | %s |\n", $1, $3, $4 }' "$results/memory.csv"
}

quote_outputs emulator "${1:-}"
