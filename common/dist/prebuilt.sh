#!/bin/sh
# make dist PREBUILT=1: builds the students' copy in a folder of its own, for every CPU, and packs what was built: the emulator, the
# launcher, and the harnesses of all exercises. Every file has the time of the course's files, so make takes none for older than its
# sources.
# Usage: prebuilt.sh OUT    (in the repository's root, after dist.py)
set -eu
out=$(cd "$1" && pwd)
work=$(mktemp -d "$out/building.XXXXXX")
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xzf "$out/cuda-course.tar.gz"
cd "$work/cuda-course"
time=$(stat -c %Y README.md)
unset MAKEFLAGS MFLAGS MAKELEVEL DETECTED_IN
mkdir build
touch build/for_any_cpu
make DEVICE=emulator handed-out
find build course -exec touch -h -d "@$time" {} +
cd "$work"
tar --sort=name --owner=0 --group=0 --numeric-owner -cf - cuda-course/build cuda-course/course | gzip -n9 >"$out/cuda-course-built.tar.gz"
echo "$1/cuda-course-built.tar.gz: what was built of it"
