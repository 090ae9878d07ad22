# Updates pages that quote the output of commands. Between a line <!-- output: COMMAND --> and <!-- end --> stands the
# current output of COMMAND; after <!-- code: COMMAND --> it is coloured as source code, after <!-- markdown: COMMAND -->
# it is part of the page. A folder's update.sh reads this file with ".", defines the functions that its pages' commands
# need beside those here, and calls quote_outputs. Everything runs in the repository's root; the programs must have been
# built.

# quote_outputs FOLDER [--check]: writes the outputs into all pages of the folder. With --check the pages stay as they
# are, and the exit code says whether they are up to date.
quote_outputs() {
    folder=$1
    quoted=$(mktemp)
    trap 'rm -f "$quoted"' EXIT
    stale=no
    for page in "$folder"/*.md; do
        with_outputs "$page" >"$quoted"
        if [ "${2:-}" != --check ]; then
            cp "$quoted" "$page"
        elif ! diff -u "$page" "$quoted"; then
            echo "$page is not up to date: $0 writes it anew." >&2
            stale=yes
        fi
    done
    [ $stale = no ]
}

# with_outputs PAGE: the page with current outputs.
with_outputs() {
    quoting=no
    while IFS= read -r line; do
        case $line in
        '<!-- output: '*) fence='```text' ;;
        '<!-- code: '*) fence='```cuda' ;;
        '<!-- markdown: '*) fence= ;;
        *)
            [ "$line" != '<!-- end -->' ] || quoting=no
            [ $quoting = yes ] || printf '%s\n' "$line"
            continue ;;
        esac
        quoting=yes
        command=${line#<!-- *: }
        printf '%s\n' "$line"
        [ -z "$fence" ] || echo "$fence"
        eval "${command% -->}" </dev/null
        [ -z "$fence" ] || echo '```'
    done <"$1"
    [ $quoting = no ] || { echo "$1: the last quotation has no <!-- end -->" >&2; exit 1; }
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

# rung NAME REGION: a region of one of the chapter's rungs, grey/guarded for one in a folder.
rung() { region "$folder/$(rung_file "$1")" "$2"; }
# The rung's file, from the list that the chapter's program prints.
rung_file() {
    case $1 in */*) part=${1%/*}/ ;; *) part= ;; esac
    file=$("build/${folder#chapters/}" --list | awk -v name="${1##*/}" -v part="$part" \
        '$2 == name && $3 ~ "^" part "[^/]*$" { print $3 }')
    [ -n "$file" ] || { echo "build/${folder#chapters/} --list has no rung $1" >&2; return 1; }
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

# measured NAME: the table of results/NAME/h200.csv, printed by the program of the chapter that measured it.
measured() {
    number=${folder#chapters/}
    "build/${number%%-*}/$1" --from "$folder/results/$1/h200.csv"
}

# counted "OPTIONS" RUNG...: the counts of some rungs, as the chapter's program prints them: counted "--size 256x256" copy naive.
counted() {
    options="--skip-cpu $1"
    shift
    for rung; do options="$options --rung $rung"; done
    # shellcheck disable=SC2086
    shown "build/${folder#chapters/}" $options | grep -v '^$' | sed '2d'
}

# rates SIZE RUNG...: what an H200 took for some rungs: rates 8192x8192 cudaMemcpy copy. A chapter with several ladders gives the
# ladder before the size: rates add/1000003 guarded.
rates() {
    size=${1#*/}
    case $1 in */*) ladder=${1%/*} ;; *) ladder= ;; esac
    shift
    # The CPU's name has a comma in it, so the columns after it are counted from there.
    awk -F, -v size="$size" -v rungs="$*" -v ladder="$ladder" '
        function field(name) { return $(column[name] + (column[name] > column["cpu"] ? NF - columns : 0)) }
        BEGIN {
            count = split(rungs, rung, " ")
            split("gb_per_s GB/s 1 tflops TFLOP/s 1 relaxations_per_s 10^12/s 1e12", words, " ")
            for (k = 1; k in words; k += 3) { unit[words[k]] = words[k + 1]; scale[words[k]] = words[k + 2] }
        }
        NR == 1 { columns = NF; for (k = 1; k <= NF; ++k) column[$k] = k; next }
        field("size") == size && field("mode") == "cold" && (ladder == "" || field("ladder") == ladder) {
            metric = field("metric")
            row[field("rung")] = sprintf("%10.*f %8.2f", metric == "gb_per_s" ? 1 : 2, field("rate") / scale[metric], field("share"))
        }
        END {
            printf "%-22s %10s %8s   NVIDIA H200, %s\n", "rung", unit[metric], "share", size
            for (k = 1; k <= count; ++k) printf "%-22s %s\n", rung[k], row[rung[k]]
        }' "$folder/results/h200.csv"
}
