#!/bin/sh
# Tests the course with older toolkits: takes Debian's CUDA 11.8 and 12.4 (debian_toolkit.sh), builds a copy of this
# checkout with each nvcc, and runs it on the emulator.
#
# Usage: test_toolkit.sh [/path/to/nvcc...]   (in the repository's root; without a path: both of Debian's)
#
# Exit code 77 if the packages are not available.
set -u
top=$(pwd)
work=$top/build/toolkits

passed=0
failed=0
# try NVCC: copies this checkout, builds and runs it there.
try() {
    version=$("$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    [ -n "$version" ] || { echo "$1 is no nvcc." && exit 2; }
    copy=$work/course-$version
    mkdir -p "$copy"
    for old in "$copy"/*; do [ "$old" = "$copy/build" ] || rm -rf "$old"; done
    # Without the files in .gitignore; times are kept, so that a second run rebuilds only changes.
    { git ls-files -z --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
        tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -x -C "$copy"
    printf '\nCUDA %s (%s)\n' "$version" "$1"
    (
        unset MAKEFLAGS MAKELEVEL DETECTED_IN NVCC_HOST
        PATH="$PATH${host:+:$(dirname "$host")}"
        export PATH
        make -C "$copy" DEVICE=emulator NVCC="$1" test-with-toolkit
    ) >"$work/$version.log" 2>&1
    last=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$work/$version.log" | tail -n 1)
    if [ -z "$last" ]; then
        last="0 passed, 1 failed"
        grep -E 'error|Error|\*\*\*' "$work/$version.log" | head -n 20
    fi
    grep -E '^FAILED|^failed' "$work/$version.log"
    printf 'CUDA %s: %s (%s)\n' "$version" "$last" "build/toolkits/$version.log"
    passed=$((passed + ${last%% *}))
    more=${last#*passed, }
    failed=$((failed + ${more%% *}))
}

host=
if [ $# -gt 0 ]; then
    for nvcc in "$@"; do try "$nvcc"; done
else
    for version in 11.8 12.4; do
        nvcc=$(common/make/debian_toolkit.sh "$version") || exit $?
        # The packages may include a g++ that this nvcc accepts; otherwise use this machine's.
        host=
        for compiler in "${nvcc%/lib/*}"/bin/g++-1?; do [ ! -x "$compiler" ] || host=$compiler; done
        try "$nvcc"
    done
fi
printf '\n%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
