#!/bin/sh
# The learner's loop in a real terminal: start, list, check, hint, diff, watch and reset, from a folder below the root,
# with exit codes. It works on a copy of the repository, so that nobody's files change.
set -u
command -v tmux >/dev/null || { echo "tmux is not installed"; exit 77; }
. common/course/linked_copy.sh
folder=exercises/02-transpose/1-uncoalesced-side
answer=$folder/transpose.cu
session=loop$$
status=0
screen() { tmux capture-pane -p -t $session; }
# see NAME WORDS: the words appear on the screen within 60 seconds.
see() {
    for _ in $(seq 300); do
        screen | grep -qF -- "$2" && return
        sleep 0.2
    done
    printf 'FAILED: %s. There is no "%s" on the screen:\n%s\n' "$1" "$2" "$(screen)"
    status=1
}
press() { tmux send-keys -t $session "$@"; }
end() {
    tmux kill-session -t $session 2>/dev/null
    leave_copy
}
trap end EXIT
tmux new-session -d -s $session -x 120 -y 50 "cd $folder && exec sh"

press 'PS1=; clear; ../../../course start; echo code $?' Enter
see "start leads to the first page" "read   chapters/01-first-kernel/README.md"
press 'clear; ../../../course check 02.1; echo code $?' Enter
see "check names the file that it graded" "file  $answer"
see "and the one next command" "Next: make hint EX=02.1"
see "and is not solved" "code 1"
press 'clear; ../../../course show 02.1; echo code $?' Enter
see "show draws the sectors of a column" "! store to global memory"
see "and ends well" "code 0"
press 'clear; ../../../course diff 02.1; echo code $?' Enter
see "the solution is not shown before it is solved" "02.1 is not solved yet"
press 'clear; ../../../course check 02.x; echo code $?' Enter
see "wrong usage" "code 2"
press 'clear; ../../../course watch 02.1; echo code $?' Enter
see "watch checks at once" "q quit"
press h
see "h gives a hint" "Hint 1 of"
cp --remove-destination "solutions/${answer#exercises/}" "$answer"
see "watch checks what is saved" "Solved."
see "and compares the costs" "sectors of global memory"
press l
see "l lists, with a mark" "[x] 02.1"
press n
see "n goes on" "Checking 02.3"
press q
see "q quits" "code "
press 'clear; ../../../course list; echo code $?' Enter
see "the list knows what is solved" "02-transpose, 1 of"
press 'clear; ../../../course reset 02.1; echo code $?' Enter
see "reset keeps the file" "Your file is now $answer.1"
git diff --quiet -- "$answer" || { echo "FAILED: after reset the file is the stub"; status=1; }
cp --remove-destination "$answer" "$answer.kept"
echo 'const bool endless = [] { for (volatile bool ends = false; !ends;) {} return true; }();' >>"$answer"
press 'clear; ../../../course check 02.1' Enter
running() { readlink /proc/[0-9]*/exe 2>/dev/null | grep -qxF "$(pwd -P)/build/check/02.1/check"; }
for _ in $(seq 300); do running && break; sleep 0.2; done
running || { echo "FAILED: a check with an endless loop runs"; status=1; }
press C-c 'clear; echo stopped' Enter
see "Ctrl-C ends a check" "stopped"
running && { echo "FAILED: Ctrl-C ends the program that is checked"; status=1; }
mv "$answer.kept" "$answer"
press 'clear; cd ../../..; make check EX=02.1; echo code $?' Enter
see "an unsolved exercise is no error of make's" "code 0"
exit $status
