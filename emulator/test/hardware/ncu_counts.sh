#!/bin/sh
# Counts a program's launches on the GPU with ncu and prints them as CSV, one launch a line, in launch order:
#   launch,kernel,global_load_requests,global_load_sectors,global_store_requests,global_store_sectors,
#   reduction_requests,reduction_sectors,atomic_requests,atomic_sectors,shared_load_wavefronts,shared_store_wavefronts
# Usage: ncu_counts.sh KERNEL_REGEX PROGRAM [ARGUMENTS]
# The keys are those of `simt --json` where it has the same counter. Needs ncu and leave to read performance counters.
set -eu
[ $# -ge 2 ] || { echo "usage: $0 KERNEL_REGEX PROGRAM [ARGUMENTS]" >&2; exit 2; }
regex=$1
shift
l1=l1tex__t
metrics=""
for what in mem_global_op_ld mem_global_op_st mem_global_op_red mem_global_op_atom; do
    metrics="$metrics,${l1}_requests_pipe_lsu_$what.sum,${l1}_sectors_pipe_lsu_$what.sum"
done
for op in ld st; do metrics="$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum"; done
raw=$(mktemp)
trap 'rm -f "$raw"' EXIT
ncu --clock-control none --print-kernel-base demangled --kernel-name "regex:$regex" --csv --page raw --print-units base --metrics "${metrics#,}" "$@" >"$raw" || {
    grep '==ERROR==' "$raw" >&2 || cat "$raw" >&2
    exit 1
}
# ncu writes a header, a line of units and then a line a launch, every field in quotes.
awk -v wanted="${metrics#,}" '
    BEGIN { count = split(wanted, metric, ",") }
    /^"ID"/ {
        columns = split(substr($0, 2, length($0) - 2), name, "\",\"")
        for (k = 1; k <= columns; ++k) column[name[k]] = k
        print "launch,kernel,global_load_requests,global_load_sectors,global_store_requests,global_store_sectors," \
              "reduction_requests,reduction_sectors,atomic_requests,atomic_sectors,shared_load_wavefronts,shared_store_wavefronts"
        next
    }
    /^"[0-9]+"/ {
        split(substr($0, 2, length($0) - 2), field, "\",\"")
        kernel = field[column["Kernel Name"]]
        sub(/\(.*/, "", kernel)
        gsub(/, */, " ", kernel)
        line = field[1] "," kernel
        for (k = 1; k <= count; ++k) {
            value = field[column[metric[k]]]
            gsub(",", "", value)
            line = line "," value + 0
        }
        print line
    }' "$raw"
