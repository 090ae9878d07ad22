# Updates pages that quote the output of commands: between a line <!-- output: COMMAND --> and <!-- end --> stands the
# current output of COMMAND; after <!-- code: COMMAND --> the same, coloured as source code. A page's script reads
# this file with ".", defines the functions that its commands need beside those here, and calls quote_output.
# Everything runs in the repository's root; the programs must have been built.

# quote_output PAGE SCRIPT [--check]: writes the outputs into the page. With --check the page stays as it is, and the
# exit code says whether it is up to date; the message names SCRIPT as the script that updates it.
quote_output() {
    quoted=$(mktemp)
    trap 'rm -f "$quoted"' EXIT
    skipping=no
    while IFS= read -r line; do
        case $line in
        '<!-- output: '* | '<!-- code: '*)
            command=${line#<!-- *: }
            case $line in '<!-- code: '*) language=cuda ;; *) language=text ;; esac
            printf '%s\n```%s\n' "$line" $language
            eval "${command% -->}" </dev/null
            printf '```\n'
            skipping=yes ;;
        '<!-- end -->') skipping=no ;;
        esac
        case $line in '<!-- output: '* | '<!-- code: '*) continue ;; esac
        [ $skipping = yes ] || printf '%s\n' "$line"
    done <"$1" >"$quoted"

    if [ "${3:-}" != --check ]; then
        cp "$quoted" "$1"
    elif ! diff -u "$1" "$quoted"; then
        echo "$1 is not up to date: $2 writes it anew." >&2
        return 1
    fi
}

# on_emulator COMMAND…: runs a program on the emulator, since the pages quote the emulator even on a machine with a
# GPU. It uses LD_PRELOAD because a program built for a GPU finds NVIDIA's runtime by its RPATH, which takes
# precedence over LD_LIBRARY_PATH. The path is relative because a blank in an absolute one would act as a separator.
on_emulator() { LD_PRELOAD=build/lib/libcudart.so.13 "$@"; }

# report COMMAND…: the emulator's reports on standard error, with paths relative to this folder.
report() { on_emulator "$@" 2>&1 >/dev/null | sed 's|[^ ]*/chapters/|chapters/|; s|[^ ]*/common/|common/|'; }

# region FILE NAME: the lines of a source file between "// region: NAME" and its "// end region", without their
# indentation. Regions may be nested.
region() {
    awk -v name="$2" '
        /^ *\/\/ region: / { if (depth || $3 == name) ++depth; next }
        /^ *\/\/ end region/ { if (depth && --depth == 0) exit; next }
        depth { if (!lines++) { match($0, /^ */); indent = RLENGTH }
                match($0, /^ */); print substr($0, (RLENGTH < indent ? RLENGTH : indent) + 1) }' "$1"
}

# rung NAME REGION: a region of one of the page's rungs, grey/guarded for one in a folder. The page's table of rungs
# gives its file.
rung() { region "$(dirname "$page")/$(rung_file "$1")" "$2"; }
rung_file() {
    case $1 in */*) folder=${1%/*}/ ;; *) folder= ;; esac
    file=$(sed -n "s|^. \[[0-9]* ${1##*/}\](\(${folder}[^)/]*\)) .*|\1|p" "$page")
    [ -n "$file" ] || { echo "$page has no rung $1 in its table of rungs" >&2; return 1; }
    echo "$file"
}

# function_of FILE NAME: a function of a source file, from the line with its name to its end.
function_of() { sed -n "/^[^ ].* $2(/,/^}/{p;/^}/q}" "$1"; }

# struct_of FILE NAME: a structure, without the comments and constants around it.
struct_of() { sed -n "/^struct $2 /,/^};/p" "$1"; }

# shown COMMAND…: a command as typed, and its output on the emulator, without the checks' reports.
shown() {
    printf '$ %s\n' "$*"
    on_emulator "$@" 2>/dev/null
}
