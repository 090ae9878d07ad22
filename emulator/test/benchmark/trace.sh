#!/bin/sh
# How much longer a launch takes when it is recorded (simt --trace): for each kernel of bench_kernels.cu and each choice of warps
# the ratio of two medians, the launch recorded and not recorded. The runs alternate, so that a busy machine slows both.
#
# Every access of the chosen warps is recorded (--trace-limit 0).
#
# Usage: trace.sh [REPEATS [HOST_THREADS]], from the repository's folder; default: 5 repeats, two host threads
set -e
repeats=${1:-5}
threads=${2:-2}
export OMP_NUM_THREADS="$threads"
folder=build/bench-trace
mkdir -p "$folder"
kernels="product transpose reduction divergent atomic"
choices="0,0,0:0 0,0,0 all/16"

# seconds OPTIONS…: of one launch of $kernel.
seconds() {
    build/simt --quiet --threads "$threads" "$@" build/test/programs/bench_kernels 1 "$kernel" | tail -n 1 | cut -d, -f3
}
median() { sort -g "$1" | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int((NR + 2) / 2)]) / 2 }'; }

machine=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
echo "$machine, $threads host threads, $repeats repeats: time when recorded / time when not"
printf '%-12s' kernel
for choice in $choices; do printf '%10s' "$choice"; done
printf '%14s\n' "all/16: bytes"
for kernel in $kernels; do
    rm -f "$folder"/times.*
    for _ in $(seq "$repeats"); do
        seconds >>"$folder/times.plain"
        for choice in $choices; do
            seconds --trace "$folder/trace" --trace-of "$choice" --trace-limit 0 >>"$folder/times.$(echo "$choice" | tr / _)"
        done
    done
    printf '%-12s' "$kernel"
    plain=$(median "$folder/times.plain")
    for choice in $choices; do
        awk -v recorded="$(median "$folder/times.$(echo "$choice" | tr / _)")" -v plain="$plain" \
            'BEGIN { printf "%10.2f", recorded / plain }'
    done
    printf '%14d\n' "$(wc -c <"$folder/trace")"
done
rm -rf "$folder"
