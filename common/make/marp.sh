#!/bin/sh
# Renders one deck with Marp; shows its messages only if it fails.
#
# Usage: marp.sh DECK.md OUTPUT [OPTION...]   (in the repository's root; CHROME_PATH names the browser)
deck=$1
output=$2
shift 2
new=${output%.*}.$$.${output##*.}  # (Marp goes by the ending)
trap 'rm -f "$new"' EXIT
trap 'exit 130' INT TERM
rm -f "$output"
log=$(build/node/node_modules/.bin/marp --config-file slides/marp.config.mjs "$@" "$deck" -o "$new" 2>&1)
[ -s "$new" ] && mv "$new" "$output" && exit 0
printf '%s\n' "$log" >&2
exit 1
