#!/bin/sh
# What the hints of rungs 8 and 9 change, by the GPU's own counters, beside rungs 5 and 6: bytes from and to DRAM, sectors that come over
# the connection between the halves of the L2 cache, and requests of the multiprocessors that find no line there. Comma-separated rows on stdout.
# Usage: chapters/02-transpose/programs/profile.sh >chapters/02-transpose/results/profile/h200.csv   (in the repository's root; needs ncu)
set -eu

metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_srcunit_ltcfabric.sum,lts__t_requests_srcunit_tex_lookup_miss.sum
emulator/test/hardware/provenance.sh
echo "rung,size,$metrics"
# row RUNG SIZE KERNEL
row() { common/ladder/ncu_row.sh "$1,$2" "$1::$3" "$metrics" build/02-transpose --skip-cpu --size "$2" --reps 1 --rung "$1"; }
row swizzled 8192x8192 transpose_float4_kernel
row hinted 8192x8192 transpose_float4_kernel
row shifted 8191x8191 transpose_kernel
row prefetched 8191x8191 transpose_kernel
