#!/bin/sh
# What make install makes works in a folder with blanks in its name, moved, without the checkout; and its man page and
# completion know every option. The libraries are those of this build, not of ISAS=all.
set -u
folder=$(mktemp -d "${TMPDIR:-/tmp}/simt install.XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "$1"
    exit 1
}
common/make/install_simt.sh build "$folder/first place" >"$folder/said" || fail "install_simt.sh fails"
mv "$folder/first place" "$folder/second place"
place="$folder/second place"
cp build/test/programs/launcher_cases "$folder/program"
checkout=$PWD

# Nothing in the folder names the checkout, so that nothing can be taken from there.
! grep -rqF "$checkout" "$place" || fail "$(grep -rlF "$checkout" "$place") names the checkout"
cd / || exit 1
report=$(PATH="$place/bin:$PATH" simt "$folder/program" exit 7 2>&1)
[ $? -eq 7 ] || fail "the installed simt ends otherwise than its program: $report"
"$place/bin/simt" "$folder/program" host_read >/dev/null 2>&1
"$place/bin/simt" --help | grep -q -- --leak-check || fail "the installed simt has no help"

# Every option of --help is on the page and is completed.
page="$place/share/man/man1/simt.1" completion="$place/share/bash-completion/completions/simt"
complete() {
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _simt; echo ${COMPREPLY[@]-}' bash "$completion" "$@"
}
offered=" $(complete simt --) "
for option in $("$place/simt" --help | grep -o -- '--[a-z-]*[a-z]' | sort -u); do
    case $option in --cudart | --source) continue ;; esac # nvcc's, and of simt view
    case $offered in *" $option "*) ;; *) fail "completion does not offer $option" ;; esac
    case $option in --help | --version | --man | --completion) continue ;; esac
    grep -qF -- "$(echo "$option" | sed 's/-/\\-/g')" "$page" || fail "the man page lacks $option"
done
[ "$(complete simt --leak)" = --leak-check ] || fail "--leak is not completed"
[ "$(complete simt --leak-check '')" = "full no" ] || fail "the values of --leak-check are not completed"
[ "$(complete simt --checks = sy)" = synccheck ] || fail "the values behind = are not completed"
[ "$(complete simt --threads 2 ./program --)" = "" ] || fail "the program's own options are completed"

# The folder of something else is not taken.
mkdir "$folder/taken"
echo text >"$folder/taken/file"
! "$checkout/common/make/install_simt.sh" "$checkout/build" "$folder/taken" 2>"$folder/said" || fail "a folder with files is taken"
grep -q 'has other files in it' "$folder/said" || fail "$(cat "$folder/said")"
[ "$(ls "$folder/taken")" = file ] || fail "something was put beside other files"
echo "installed, moved, run, completed"
