#!/bin/sh
# Runs every case of the corpus of faults under compute-sanitizer's four tools on a GPU, and writes what they said as CSV:
#   case,tool,found,message     found is yes, no, hung (stopped after some seconds) or failed; message is the first complaint
# A faulty case has a process of its own; a program's look-alikes share one, "corpus_memory/right".
# Usage: sanitizers.sh FILE [SECONDS]   (in the repository's root; builds what it runs; needs nvcc and compute-sanitizer)
# What FILE holds already is not run again, and after SECONDS (default 300) no case is started: run it again for the rest.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 FILE [SECONDS]" >&2; exit 2; }
file=$1
deadline=$(($(date +%s) + ${2:-300}))
here=emulator/test/hardware
work=build/hardware/sanitizers
programs=$(cd emulator/test/corpus/programs && ls *.cu | sed 's/\.cu$//')
rm -rf $work
mkdir -p $work/rows $work/logs "$(dirname "$file")"

for program in $programs; do
    $here/build.sh emulator/test/corpus/programs/$program.cu &
done
wait
for program in $programs; do
    for case in right $(build/hardware/$program list); do
        for tool in memcheck racecheck initcheck synccheck; do
            grep -qs "^$program/$case,$tool," "$file" || echo "$program/$case $tool"
        done
    done
done >$work/wanted
# Barriers go last: some of these cases hang, and share the GPU with the others until they are stopped.
grep -v barrier $work/wanted | xargs -r -n 2 -P "$(nproc)" $here/sanitize_case.sh "$deadline" 60
grep barrier $work/wanted | xargs -r -n 2 -P "$(nproc)" $here/sanitize_case.sh "$deadline" 10

rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
{ grep -sv '^#\|^case,' "$file" || :; cat $work/rows/* 2>/dev/null || :; } | sort -t, -k1,2 >"$rows"
{
    $here/provenance.sh
    echo "case,tool,found,message"
    cat "$rows"
} >"$file"
echo "$(wc -l <"$rows") results in $file, $(($(wc -l <$work/wanted) - $(ls $work/rows | wc -l))) not run"
