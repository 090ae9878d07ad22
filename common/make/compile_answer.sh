#!/bin/sh
# Compiles a learner's file. Succeeds also where the compiler does not: then there is no object, and OBJECT.log has what it said.
#
# usage: common/make/compile_answer.sh SOURCE OBJECT COMMAND [ARGUMENT...]
#
# The object is as old as the moment at which the compiler began: a file that is saved while it is being compiled is newer than
# its object, and is compiled again. Two makes at once do not meet: each writes files of its own.
source=$1 object=$2
shift 2
new=$object.$$
trap 'rm -f "$new" "$new.began" "$new.d" "$new.log"' EXIT
trap 'exit 130' INT TERM
: >"$new.began"
if "$@" -MMD -MP -MT "$object" -MF "$new.d" -c "$source" -o "$new" >"$new.log" 2>&1; then
    touch -r "$new.began" "$new"
    mv "$new.d" "${object%.o}.d"
    mv "$new" "$object"
else
    rm -f "$object"
    mv "$new.log" "$object.log"
fi
