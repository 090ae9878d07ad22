#!/bin/sh
# How fast the emulator is and how much memory it takes: runs build/test/programs/bench_kernels and memory_kernels under
# build/simt, prints three tables and writes them as CSV.
#
#     active-lane instructions of executed PTX a second, in 10^9, with all checks and with none, each as median, slowest and
#     fastest; and how many times longer the emulator takes than OpenMP C++ does for the same work
#     the share of a launch's time that each check takes: the launch with all checks, compared with one that lacks this check
#     bytes of host memory for each byte that a kernel touches, that byte included
#
# Usage: bench.sh [THREADS [REPEATS]], from the repository's folder; default: two host threads, five repeats
set -e
threads=${1:-2}
repeats=${2:-5}
export OMP_NUM_THREADS="$threads"
folder=build/bench-simt
mkdir -p "$folder"
machine=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
for checks in all none initcheck,synccheck racecheck,synccheck racecheck,initcheck; do
    build/simt --quiet --threads "$threads" --checks="$checks" build/test/programs/bench_kernels "$repeats" >"$folder/$checks"
done
paste -d, "$folder/all" "$folder/none" | awk -F, -v machine="$machine" -v threads="$threads" -v date="$(date +%F)" '
    NR == 1 { print "machine,date,threads,kernel,instructions,on,on_least,on_most,off,off_least,off_most,times_host_on,times_host_off"; next }
    { printf "%s,%s,%d,%s,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.1f,%.1f\n", machine, date, threads, $1, $2, $2 / $3 / 1e9, $2 / $5 / 1e9,
             $2 / $4 / 1e9, $8 / $9 / 1e9, $8 / $11 / 1e9, $8 / $10 / 1e9, $6, $12 }' >"$folder/speed.csv"
paste -d, "$folder/all" "$folder/initcheck,synccheck" "$folder/racecheck,synccheck" "$folder/racecheck,initcheck" | awk -F, '
    NR == 1 { print "kernel,racecheck,initcheck,synccheck"; next }
    function share(without) { return $3 > without ? 100 * (1 - without / $3) : 0 }
    { printf "%s,%.0f,%.0f,%.0f\n", $1, share($9), share($15), share($21) }' >"$folder/checks.csv"
{
    echo "kernel,touched,on,off"
    for kernel in read copy copy_by_one_block copy_by_two_blocks copy_rows copy_bytes permute add_permuted \
        copy_with_ticket permute_with_ticket; do
        for checks in all none; do
            build/simt --quiet --threads "$threads" --checks="$checks" build/test/programs/memory_kernels "$kernel"
        done | awk -F, 'NR == 1 { printf "%s,%d,%.2f", $1, $2, $3 / $2 } NR == 2 { printf ",%.2f\n", $3 / $2 }'
    done
} >"$folder/memory.csv"

echo "$machine, $threads host threads, median of $repeats; 10^9 thread instructions a second, times of OpenMP C++"
awk -F, 'NR == 1 { printf "%-12s %12s %22s %6s %22s %6s\n", "kernel", "instructions", "checks on", "times", "checks off", "times"; next }
    { printf "%-12s %12d %8.2f (%5.2f-%5.2f) %6.1f %8.2f (%5.2f-%5.2f) %6.1f\n", $4, $5, $6, $7, $8, $12, $9, $10, $11, $13 }' \
    "$folder/speed.csv"
echo
echo "the share of a launch's time that each check takes, in percent"
awk -F, '{ printf "%-12s %10s %10s %10s\n", $1, $2, $3, $4 }' "$folder/checks.csv"
echo
echo "host memory for each byte touched, that byte included"
awk -F, 'NR == 1 { printf "%-22s %10s %10s\n", "kernel", "checks on", "checks off"; next }
    { printf "%-22s %10.2f %10.2f\n", $1, $3, $4 }' "$folder/memory.csv"
echo
echo "written: $folder/speed.csv, $folder/checks.csv, $folder/memory.csv"
