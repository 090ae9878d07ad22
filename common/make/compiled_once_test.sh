#!/bin/sh
# Every kernel of a chapter is compiled in one object: if several objects compiled a rung, each edit of it would be
# slow. Looks at the objects that are up to date, and for a kernel in two of them names both.
# Usage: compiled_once_test.sh [FOLDER OF OBJECTS]   (in the repository's root)
set -eu
objects=${1:-build/obj}

# Prints a line "KERNEL<tab>SOURCE" for each kernel of an object; nvcc makes a host function __device_stub__… of it.
# Kernels of common/cuda are short, and every rung that uses one compiles it.
kernels() {
    nm -C "$objects/$1.o" | sed -n 's/^.*__device_stub__//p' | sed 's/::__.*//; s/ \[clone .*//' | grep -v '^_*ZN3gpu' | sort -u | sed "s|\$|	$1|"
}

list=$(mktemp)
trap 'rm -f "$list"' EXIT
for source in $(find chapters -name '*.cu'); do
    [ ! -e "$objects/$source.o" ] || [ "$objects/$source.o" -ot "$source" ] || kernels "$source"
done | sort >"$list"
if [ ! -s "$list" ]; then
    echo "no kernel has been built"
    exit 77
fi

# Chapters may have kernels of the same name.
awk -F '\t' '
    { split($2, folder, "/"); kernel = folder[2] "\t" $1 }
    kernel in first { print $1 "\n  is compiled in " first[kernel] "\n  and in " $2; found = 1; next }
    { first[kernel] = $2 }
    END {
        if (found) print "Compile it in one of them, and declare its host function to the other."
        exit found
    }' "$list"
