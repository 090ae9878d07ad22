#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# A file of results/ that nobody has measured yet is said to be missing, with the script that measures it.
# Usage: update.sh [--check]   (in the repository's root; build/simt, the programs and nvcc must be there)
set -eu
. common/make/quote_output.sh
results=chapters/reading-a-profile/results
nvcc=${NVCC_FOUND:-nvcc}
release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
if [ "${1:-}" = --check ] && [ "$release" != 13.0 ]; then
    echo "the page quotes PTX of CUDA 13.0, and this is $release"
    exit 77
fi

# What a tool of the GPU machine printed, if it is there.
measured() {
    if [ -e "$results/$1" ]; then cat "$results/$1"
    else echo "Not measured yet: emulator/test/hardware/profile.sh $results does, on a machine with a GPU."; fi
}
# nvcc's output for the kernel of the page: its PTX (--ptx -o -) or what ptxas says of it (--resource-usage).
compiled() {
    "$nvcc" -std=c++17 -O3 -I. -gencode arch=compute_90,code="$2" "$1" $3 chapters/02-transpose/2_coalesced.cu
}
ptx() { compiled --ptx compute_90 "-o -" 2>/dev/null | grep -v '^//' | sed -n "/$1/,/$2/p"; }
resources() { compiled --resource-usage sm_90 "-cubin -o /dev/null" 2>&1 | grep Used; }

# The emulator's counters of the page's kernel beside those that ncu read from an H200 (emulator/test/hardware/measure.sh).
beside() {
    json=$(mktemp)
    build/simt --quiet --kernel regex:transpose --launch-range 1 --json "$json" build/02-transpose --size 192x320 --rung coalesced >/dev/null 2>&1
    csv=emulator/test/hardware/results/rungs.csv
    printf '%-25s %8s %8s\n' counter simt ncu
    for key in global_load_requests global_load_sectors global_store_requests global_store_sectors shared_load_wavefronts shared_store_wavefronts; do
        ours=$(grep -o "\"counters\":{[^}]*" "$json" | grep -o "\"$key\":[0-9]*" | cut -d: -f2)
        theirs=$(awk -F, -v key=$key '/^chapter/ { for (k = 1; k <= NF; ++k) if ($k == key) column = k }
                                      /^02-transpose,,192x320,coalesced/ { print $column }' $csv)
        printf '%-25s %8s %8s\n' $key "$ours" "$theirs"
    done
    rm -f "$json"
}

quote_outputs chapters/reading-a-profile "${1:-}"
