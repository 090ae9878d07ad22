#!/bin/sh
# Runs programs/kernels.cu on a GPU, plainly and under ncu, and writes FILE, a line a launch in launch order:
#   kernel,size,digest,global_load_requests,…    the digest of what the launch wrote, and the columns of ncu_counts.sh
# Usage: kernels.sh FILE   (in the repository's root; builds what it runs)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
here=emulator/test/hardware
work=build/hardware
mkdir -p "$(dirname "$1")"
$here/build.sh $here/programs/kernels.cu
$work/kernels >$work/digests.csv
$here/ncu_counts.sh . $work/kernels >$work/counts.csv
[ "$(wc -l <$work/digests.csv)" -eq $(($(wc -l <$work/counts.csv) - 1)) ] ||
    { echo "the program and ncu saw different numbers of launches" >&2; exit 1; }
{
    $here/provenance.sh
    echo "kernel,size,digest,$(sed -n '1s/^launch,kernel,//p' $work/counts.csv)"
    sed 1d $work/counts.csv | cut -d, -f3- | paste -d, $work/digests.csv -
} >"$1"
