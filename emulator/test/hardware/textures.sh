#!/bin/sh
# Runs programs/textures_probed.cu and programs/textures_random.cu on a GPU and on the emulator and shows where they differ. Writes what
# the GPU said to FOLDER/textures.txt and FOLDER/textures_random.txt.
# Usage: textures.sh FOLDER   (in the repository's root, after make; exit code 1 where the two differ)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
here=emulator/test/hardware
work=build/hardware
mkdir -p "$1"
# compare PROGRAM RESULTS
compare() {
    $here/build.sh $here/programs/$1.cu
    $work/$1 >$work/$1.txt
    {
        $here/provenance.sh
        cat $work/$1.txt
    } >"$2"
    build/simt --quiet $work/$1 | diff $work/$1.txt - && echo "the emulator says the same"
}
same=0
compare textures_probed "$1/textures.txt" || same=1
compare textures_random "$1/textures_random.txt" || same=1
exit $same
