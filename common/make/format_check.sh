#!/bin/sh
# Checks that every source file is formatted as .clang-format says; with --fix, formats them.
#
# Only version 14 (Debian 12's) is asked: others break lines differently. Exit code 77 means that there was none to ask.
set -u
wanted=14
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" != "$wanted" ]; then
    echo "clang-format $wanted decides the format, and here is ${version:-none}"
    exit 77
fi
folders=
for folder in common chapters exercises solutions; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
mode="--dry-run -Werror"
[ "${1:-}" != --fix ] || mode=-i
# $folders and $mode are lists of words.
find $folders -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' |
    sort | xargs clang-format $mode || { echo "Run \"make format\"."; exit 1; }
