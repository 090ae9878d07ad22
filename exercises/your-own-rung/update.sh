#!/bin/sh
# Follows the page beside this script in a copy of the repository, and writes what its commands print into it
# (common/make/quote_output.sh). With --check the page stays as it is, and the exit code says whether it is up to date.
# Usage: exercises/your-own-rung/update.sh [--check]   (in the repository's root)
set -eu
. common/make/quote_output.sh
. common/course/linked_copy.sh
trap leave_copy EXIT
rung=exercises/your-own-rung/9_four_rows.cu
cp "$top/$rung" chapters/02-transpose
sed -i '/^namespace loops {/i\
namespace four_rows {\
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);\
}\

/^};/i\
    {9, "four_rows", "Four loads in flight, of single floats.", four_rows::transpose},
' chapters/02-transpose/ladder.cpp
made=$(make build/02-transpose 2>&1) || { echo "$made"; exit 1; }

# in_copy COMMAND…: a command of the page, in the copy.
in_copy() { (cd "$top/$work" && folder=chapters/02-transpose && "$@"); }
# The lines that the list of rungs gets.
row() { git diff -U0 chapters/02-transpose/ladder.cpp | grep '^+[^+]'; }
# instructions RUNG…: the warp instructions of each.
instructions() {
    for rung; do
        printf '$ build/simt build/02-transpose --skip-cpu --size 2048x2048 --rung %s\n' "$rung"
        build/simt build/02-transpose --skip-cpu --size 2048x2048 --rung "$rung" 2>&1 >/dev/null | sed -n '/^simt/,/^  instructions/p'
    done
}
(cd "$top" && quote_outputs exercises/your-own-rung "${1:-}")
