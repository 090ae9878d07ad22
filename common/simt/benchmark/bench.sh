#!/bin/sh
# Runs build/test/programs/bench_kernels under build/simt and prints a table of active-lane instructions of executed PTX a
# second, in 10^9: everything on, checks off, and how many times longer the host's own version is in neither. Then the
# memory that build/test/programs/memory_kernels takes for each byte that a kernel touches.
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

echo
echo "host memory for each byte touched, the program's own byte included"
printf "%-22s %10s %10s\n" kernel "checks on" "checks off"
for kernel in read copy copy_by_one_block copy_by_two_blocks copy_rows copy_bytes permute add_permuted copy_with_ticket \
    permute_with_ticket; do
    for checks in all none; do
        build/simt --quiet --threads "$threads" --checks="$checks" build/test/programs/memory_kernels "$kernel"
    done | awk -F, 'NR == 1 { printf "%-22s %10.2f", $1, $3 / $2 } NR == 2 { printf " %10.2f\n", $3 / $2 }'
done
