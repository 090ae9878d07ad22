#!/bin/sh
# make editor: compile_commands.json has every source file, and clangd reads a stub, a rung, a harness and a file of the emulator with it
# without an error, and finds one that is there. clangd before version 22 stumbles over CUDA 13's headers: without a newer one this part is
# skipped.
set -u
status=0
fail() {
    printf 'FAILED: %s\n' "$*"
    status=1
}
said=$(make editor 2>&1) || fail "make editor: $said"
for source in exercises/*/*/*.cu solutions/*/*/*.cu exercises/*/*/check.cpp chapters/*/[0-9]*_*.cu common/course/main.cpp; do
    [ "$(grep -cF "\"file\": \"$source\"" compile_commands.json)" = 1 ] || fail "$source is not once in compile_commands.json"
done
if grep -q 'common/templates' compile_commands.json; then fail "a template is no source"; fi

clangd=$(ls /usr/bin/clangd /usr/bin/clangd-[0-9]* 2>/dev/null | while read -r found; do
    version=$("$found" --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
    [ "${version:-0}" -lt 22 ] || echo "$found"
done | sed q)
[ $status = 0 ] || exit 1
[ -n "$clangd" ] || { echo "there is no clangd 22 to read compile_commands.json"; exit 77; }

# errors_in FILE: what clangd objects to.
errors_in() { "$clangd" --check="$1" --check-lines=1-1 --log=error 2>&1 | grep '\] Line '; }
for source in exercises/02-transpose/1-*/transpose.cu chapters/02-transpose/2_coalesced.cu exercises/02-transpose/1-*/check.cpp \
    chapters/03-reduction/test/rungs_test.cpp emulator/exec/launch.cpp; do
    said=$(errors_in "$source") && fail "$source: $said"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed 's/__syncthreads()/__syncthread()/' chapters/02-transpose/2_coalesced.cu >"$work/broken.cu"
sed "s|chapters/02-transpose/2_coalesced.cu|$work/broken.cu|g" compile_commands.json >"$work/compile_commands.json"
said=$("$clangd" --compile-commands-dir="$work" --check="$work/broken.cu" --check-lines=1-1 --log=error 2>&1)
case $said in *__syncthread*) ;; *) fail "a mistake in a kernel is not found: $said" ;; esac
exit $status
