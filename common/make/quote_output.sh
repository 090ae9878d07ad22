# Pages that quote what commands print: between a line <!-- output: COMMAND --> and <!-- end --> stands what COMMAND prints
# now, and after <!-- code: COMMAND --> the same with the colours of source code. A page's script defines what its commands need, reads this file with ".", and calls quote_output. Everything runs in
# the repository's root; the programs must have been built.

# quote_output PAGE SCRIPT [--check]: writes the outputs into the page. With --check the page stays as it is, and the exit
# code says whether it is up to date; SCRIPT is named as what writes it anew.
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

# report COMMAND…: what the emulator reports on standard error, without the part of paths above this folder.
report() { "$@" 2>&1 >/dev/null | sed 's|[^ ]*/chapters/|chapters/|; s|[^ ]*/common/|common/|'; }
