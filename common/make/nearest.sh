#!/bin/sh
# Answers an unknown command with the nearest existing one, in a sentence, and fails with 2.
#
# Usage: nearest.sh TYPED [CHAPTER...]
#
# The commands are those of help.txt. A number after the typed word (run-02, check-02.1) is a chapter or an exercise;
# the rest is compared by edit distance, where swapping two neighbouring letters counts once. EX in the environment is
# kept.
typed=$1
shift
awk -v typed="$typed" -v chapters="$*" -v asked="${EX:-}" '
    function least(a, b) { return a < b ? a : b }

    # How many letters must be added, removed, replaced or swapped with their neighbour to make b of a.
    function distance(a, b,    i, j, cost, d) {
        for (i = 0; i <= length(a); ++i) d[i, 0] = i
        for (j = 0; j <= length(b); ++j) d[0, j] = j
        for (i = 1; i <= length(a); ++i)
            for (j = 1; j <= length(b); ++j) {
                cost = substr(a, i, 1) != substr(b, j, 1)
                d[i, j] = least(least(d[i - 1, j] + 1, d[i, j - 1] + 1), d[i - 1, j - 1] + cost)
                if (i > 1 && j > 1 && substr(a, i, 1) == substr(b, j - 1, 1) && substr(a, i - 1, 1) == substr(b, j, 1))
                    d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
            }
        return d[length(a), length(b)]
    }

    # The full name of the chapter with this number, or nothing.
    function chapter(number,    k) {
        for (k = 1; k <= count; ++k) if (names[k] ~ "^" number "-") return names[k]
        return ""
    }

    # text: what was typed; command: what to compare it with; answer: what to type then. Of equals the first is kept.
    function consider(text, command, answer,    d) {
        d = distance(text, command)
        # Half of the letters wrong is another word.
        if (d * 2 > length(command) || d >= best) return
        best = d
        nearest = answer
    }

    BEGIN {
        count = split(chapters, names, " ")
        best = 99
        word = typed
        number = ""
        if (match(typed, /[-_.]?[0-9][0-9]?(\.[0-9]+)?$/)) {
            word = substr(typed, 1, RSTART - 1)
            number = substr(typed, RSTART)
            sub(/^[-_.]/, "", number)
            if (number ~ /^[0-9](\.|$)/) number = "0" number
        }
        exercise = number ~ /\./ ? number : asked ? asked : (number ? number : "01") ".1"
        if (word == "" && number ~ /\./) nearest = "make check EX=" number
        else if (word == "" && chapter(number)) nearest = "make " number
        else if (word == "") {
            printf "There is no chapter %s; the chapters are: %s.\n", number, chapters ? chapters : "none yet"
            answered = 1
            exit
        }
        if (!chapter(substr(number, 1, 2))) number = ""
    }

    # make COMMAND, and what follows it on its line in help.txt.
    /^make [a-z]/ {
        command = $2
        of_chapter = sub(/-[0-9]+$/, "", command)
        answer = "make " $2
        if ($3 ~ /^EX=/) answer = answer " EX=" exercise
        else if (of_chapter && number) answer = "make " command "-" substr(number, 1, 2)
        if (of_chapter && !number) later[command] = answer
        else if (word != "") consider(word, command, answer)
    }

    END {
        if (answered) exit 2
        if (word != "") {
            for (command in later) consider(word, command, later[command])
            consider(word, "help", "make help")
            for (k = 1; k <= count; ++k) {
                name = names[k]
                sub(/^[0-9]+-/, "", name)
                consider(typed, name, "make " names[k])
                consider(typed, names[k], "make " names[k])
                consider(typed, "run-" names[k], "make run-" names[k])
                consider(typed, "programs-" names[k], "make programs-" names[k])
            }
            # What people type elsewhere.
            if (word == "all" || word == "build") nearest = "make run"
        }
        printf "There is no command \"make %s\"; ", typed
        if (nearest) printf "the nearest is: %s\n", nearest
        else print "make alone lists the commands."
        exit 2
    }' common/make/help.txt >&2
