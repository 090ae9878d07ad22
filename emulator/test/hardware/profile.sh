#!/bin/sh
# Captures on a GPU what the page chapters/reading-a-profile quotes of NVIDIA's tools, into FOLDER:
#   ncu.txt         the counters of one launch of chapter 02's rung `coalesced`
#   racecheck.txt   compute-sanitizer on a case of the corpus
#   sass.txt        the machine code of that rung
# Then chapters/reading-a-profile/update.sh writes them into the page.
# Usage: profile.sh FOLDER   (in the repository's root; needs ncu, compute-sanitizer and cuobjdump)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
folder=$1
work=build/hardware
mkdir -p "$folder" $work

make DEVICE=gpu build/02-transpose >/dev/null
metrics=
eval "$(sed -n 's/^    \(metrics=.*\)/\1/p' chapters/reading-a-profile/README.md)"
[ -n "$metrics" ] || { echo "chapters/reading-a-profile/README.md names no metrics" >&2; exit 1; }
ncu --kernel-name regex:transpose --launch-count 1 --metrics "$metrics" \
    build/02-transpose --size 192x320 --rung coalesced --reps 1 --skip-cpu >$work/ncu.txt
sed -n '/transpose_kernel/,$p' $work/ncu.txt | sed '/^[^ ]/d' >"$folder/ncu.txt"

emulator/test/hardware/build.sh emulator/test/corpus/programs/corpus_order.cu
compute-sanitizer --tool racecheck $work/corpus_order shared_warps_read_early_4/wrong >$work/racecheck.txt 2>&1 || true
# Host frames say where the program lay.
grep -v 'Host Frame\|Saved host backtrace' $work/racecheck.txt | head -40 >"$folder/racecheck.txt"

cuobjdump -sass -fun _ZN9coalesced16transpose_kernelEPfPKfmm build/02-transpose |
    sed -n 's|^ *\(/\*[0-9a-f]*\*/ *[^/]*[^/ ]\) */\* 0x[0-9a-f]* \*/.*|\1|p' >"$folder/sass.txt"
[ -s "$folder/ncu.txt" ] && [ -s "$folder/racecheck.txt" ] && [ -s "$folder/sass.txt" ] ||
    { echo "one of the tools printed nothing: see $work" >&2; exit 1; }
