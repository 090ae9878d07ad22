#!/bin/sh
# Checks that every source file is formatted as .clang-format says; with --fix, formats them.
#
# Leaves stubs in exercises/ alone, since learners write into them. Requires version 14 (Debian 12's): others break
# lines differently. Exit code 77 means that it is not installed.
set -u
wanted=14
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" != "$wanted" ]; then
    echo "clang-format $wanted decides the format, and here is ${version:-none}"
    exit 77
fi
folders=
for folder in emulator common chapters exercises solutions teaching; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
sources=$(find $folders -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' |
    grep -v '^exercises/.*\.cu$' | sort)
sources="$sources $(find exercises -name kernels.cu 2>/dev/null)"
if [ "${1:-}" = --fix ]; then
    printf '%s\n' $sources | xargs clang-format -i
    exit
fi
unformatted=$(printf '%s\n' $sources | xargs clang-format --dry-run 2>&1 |
    sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: .*clang-formatted.*/\1/p' | sort -u)
[ -n "$unformatted" ] || exit 0
printf 'Not formatted; "make format" does it:\n%s\n' "$unformatted"
exit 1
