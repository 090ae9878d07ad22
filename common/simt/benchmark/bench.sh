#!/bin/sh
# Runs build/test/programs/bench_kernels under build/simt and prints a table of active-lane instructions of executed PTX a
# second, in 10^9: everything on, checks off, and how many times longer the host's own version is in neither.
#
# Usage: bench.sh [THREADS [REPEATS]], from the repository's folder; default: two host threads, five repeats
set -e
threads=${1:-2}
repeats=${2:-5}
export OMP_NUM_THREADS="$threads"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for checks in all none; do
    build/simt --quiet --threads "$threads" --checks="$checks" build/test/programs/bench_kernels "$repeats" >"$folder/$checks"
done
echo "$threads host threads, median of $repeats; 10^9 thread instructions a second"
paste -d, "$folder/all" "$folder/none" | awk -F, '
    NR == 1 { printf "%-12s %12s %22s %22s %14s\n", "kernel", "instructions", "checks on", "checks off", "host / emulator"; next }
    { printf "%-12s %12d %8.2f (%5.2f-%5.2f) %8.2f (%5.2f-%5.2f) %14.4f\n", $1, $2, $2 / $3 / 1e9, $2 / $5 / 1e9,
             $2 / $4 / 1e9, $8 / $9 / 1e9, $8 / $11 / 1e9, $8 / $10 / 1e9, $12 / $9 }'
