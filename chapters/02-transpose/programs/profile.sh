#!/bin/sh
# What the hint of rung 8 changes, by the GPU's own counters, beside rung 5: bytes from and to DRAM, and sectors that come over the
# connection between the halves of the L2 cache. Comma-separated rows on stdout.
# Usage: chapters/02-transpose/programs/profile.sh >chapters/02-transpose/results/profile/h200.csv   (in the repository's root; needs ncu)
set -eu

metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_srcunit_ltcfabric.sum
emulator/test/hardware/provenance.sh
echo "rung,$metrics"
for rung in swizzled hinted; do
    common/ladder/ncu_row.sh $rung "$rung::transpose_float4_kernel" "$metrics" build/02-transpose --skip-cpu --size 8192x8192 --reps 1 --rung $rung
done
