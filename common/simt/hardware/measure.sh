#!/bin/sh
# Measures on a GPU what the emulator is held to, with ncu, and writes it as CSV into a folder:
#   access_patterns.csv   global stores, reductions, atomics and asynchronous copies, a pattern a line
#   transpose.csv         every rung of chapter 02 at two sizes
# Usage: measure.sh FOLDER   (in the repository's root; builds what it runs)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
folder=$1
here=common/simt/hardware
mkdir -p "$folder" build/hardware

nvcc -std=c++17 -O3 -gencode arch=compute_90,code=[sm_90,compute_90] -lineinfo --cudart shared -I. \
    -o build/hardware/access_patterns $here/programs/access_patterns.cu
build/hardware/access_patterns >build/hardware/names.csv
$here/ncu_counts.sh . build/hardware/access_patterns >build/hardware/counts.csv
{
    $here/provenance.sh
    echo "operation,pattern,width,$(sed -n '1s/^launch,kernel,//p' build/hardware/counts.csv)"
    sed 1d build/hardware/counts.csv | cut -d, -f1,3- | paste -d, build/hardware/names.csv - |
        awk -F, '{ if ($1 != $5) { print "launches out of step" > "/dev/stderr"; exit 1 }
                   line = $2 "," $3 "," $4; for (k = 6; k <= NF; ++k) line = line "," $k; print line }'
} >"$folder/access_patterns.csv"

make build/02-transpose >/dev/null
{
    $here/provenance.sh
    header=""
    for size in 192x320 131x97; do
        for rung in copy naive coalesced bank_conflict_free register_blocked swizzled; do
            # Every launch of a rung counts the same; the last one is taken.
            $here/ncu_counts.sh "copy|transpose" build/02-transpose --size $size --rung $rung --reps 1 >build/hardware/rung.csv
            [ -n "$header" ] || { header=$(head -1 build/hardware/rung.csv); echo "size,rung,${header#launch,}"; }
            echo "$size,$rung,$(tail -1 build/hardware/rung.csv | cut -d, -f2-)"
        done
    done
} >"$folder/transpose.csv"
