#!/bin/sh
# Prints a table of commands. In a terminal that is narrower, what goes on stands below the column of explanations; a file or a
# pipe gets the lines as they are. terminal::folded does the same for programs.
#
# Usage: folded.sh FILE
width=0
exec 3>&1  # (in the substitution 1 is a pipe)
[ ! -t 1 ] || width=$(stty size <&3 2>/dev/null | cut -d ' ' -f 2)
awk -v width="${width:-0}" '
    {
        line = $0
        indent = 0
        if (match(line, /  +[^ ]/)) { rest = substr(line, RSTART); sub(/^ +/, "", rest); indent = length(line) - length(rest) }
        while (width > 40 && length(line) > width) {
            for (blank = width + 1; blank > indent && substr(line, blank, 1) != " "; --blank) continue
            if (blank <= indent) break
            print substr(line, 1, blank - 1)
            line = sprintf("%" indent "s", "") substr(line, blank + 1)
        }
        print line
    }' "$1"
