#!/bin/sh
# Writes what commands print into the pages of this folder (common/make/quote_output.sh). With --check they stay as they are, and the
# exit code says whether they are up to date.
# Usage: teaching/update.sh [--check]   (in the repository's root; the programs must be there)
set -eu
. common/make/quote_output.sh

# ladder CHAPTER "OPTIONS" RUNG…: the counts of some rungs of a chapter, as on its pages.
ladder() { (folder=chapters/$1 && shift && counted "$@"); }
# measured_rates CHAPTER SIZE RUNG…: what an H200 took for them.
measured_rates() { (folder=chapters/$1 && shift && rates "$@"); }
# run COMMAND…: a command and all that it prints.
run() {
    printf '$ %s\n' "$*"
    on_emulator "$@" 2>&1 | sed 's|[^ ]*/chapters/|chapters/|; s|[^ ]*/teaching/|teaching/|'
}
# computed EXPRESSION…: their values.
computed() {
    for expression; do printf '%s = %s\n' "$expression" "$(awk "BEGIN { print $expression }")"; done
}
# finding COMMAND…: the first finding of the emulator's checks: what, which lines, what to do.
finding() {
    printf '$ build/simt %s\n' "$*"
    build/simt "$@" 2>&1 >/dev/null | sed 's|[^ ]*/teaching/|teaching/|' | awk '
        /^simt: / { if (found++) exit }
        /^simt: / || /^  [^ ]/ { shown = /^simt: |^  (line|first|then|what to do) / }
        shown'
}

status=0
for pages in teaching teaching/tests; do
    (quote_outputs $pages "${1:-}") || status=1
done
exit $status
