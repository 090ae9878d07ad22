#!/bin/sh
# Begins a chapter or an exercise: copies common/templates/chapter or common/templates/exercise to where it belongs, and puts
# its number and name in. `make new` runs it, and then lets the new files write their own tables and outputs.
# Usage: new.sh CHAPTER EX NAME   (in the repository's root; CHAPTER alone, or EX and NAME; 2: wrong arguments)
set -eu
export LC_ALL=C
chapter=$1 exercise=$2 name=$3

refuse() {
    printf '%s\n' "$*" >&2
    exit 2
}
is_name() { printf '%s\n' "$1" | grep -qxE '[a-z0-9]+(-[a-z0-9]+)*'; }
# first PATTERN: the first file or folder that matches it.
first() { for found in $1; do [ ! -e "$found" ] || { printf '%s\n' "$found"; return; }; done; }
# fill FOLDER SED-EXPRESSION…: changes every file of the folder.
fill() {
    filled=$1
    shift
    find "$filled" -type f -exec sed -i "$@" '{}' +
}

if [ -n "$chapter" ] && [ -z "$exercise" ]; then
    number=${chapter%%-*}
    printf '%s\n' "$number" | grep -qxE '[0-9][0-9]' && is_name "$chapter" && [ "$chapter" != "$number" ] ||
        refuse "CHAPTER=$chapter: a chapter is called like 06-sparse-products, two digits and small letters."
    there=$(first "chapters/$number-*")
    [ -z "$there" ] || refuse "There is a chapter $number: $there."
    cp -r common/templates/chapter "chapters/$chapter"
    fill "chapters/$chapter" -e "s/NN-name/$chapter/g" -e "s/NN/$number/g"
    exit
fi
[ -n "$exercise" ] && [ -z "$chapter" ] ||
    refuse 'Say what: make new CHAPTER=06-sparse-products, or make new EX=02.9 NAME=both-diagonals.'
printf '%s\n' "$exercise" | grep -qxE '[0-9][0-9]\.[1-9][0-9]?' ||
    refuse "EX=$exercise: an exercise has a number like 02.9, that of its chapter and its own."
is_name "$name" || refuse "NAME=$name: an exercise is called like both-diagonals, in small letters, digits and hyphens."
number=${exercise#*.}
chapter=$(first "chapters/${exercise%.*}-*")
[ -n "$chapter" ] || refuse "There is no chapter ${exercise%.*}: make new CHAPTER=${exercise%.*}-some-name begins one."
chapter=${chapter#chapters/}
there=$(first "exercises/$chapter/$number-*")
[ -z "$there" ] || refuse "There is an exercise $exercise: $there."
there=$(first "solutions/$chapter/$number-*")
[ -z "$there" ] || refuse "There is a solution of an exercise $exercise: $there."
folder=exercises/$chapter/$number-$name
solution=solutions/$chapter/$number-$name
mkdir -p "exercises/$chapter" "solutions/$chapter"
cp -r common/templates/exercise "$folder"
mv "$folder/solution" "$solution"
title=$(printf '%s\n' "$name" | tr - ' ' | sed 's/^./\U&/')
for part in "$folder" "$solution"; do fill "$part" -e "s/NN\.N/$exercise/g" -e "s/Title/$title/"; done
