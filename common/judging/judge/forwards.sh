#!/bin/sh
# Writes assembly that stands in a judge for the answer of its exercise: forwards.sh STUB.o HARNESS.o…
#
# The symbols are those that the harness leaves undefined and that the exercise's stub defines. A function becomes a trampoline with
# its description (judging::Forward), a constant becomes zeros that are filled before main (judging::Constant). An answer's function
# may have pointers, integers, float and double as parameters, and return at most 16 bytes.
set -eu
export LC_ALL=C
stub=$1
shift
{
    nm --undefined-only --format=posix "$@" | awk 'NF > 1 { print "wanted", $1 }'
    nm --defined-only --format=posix "$stub" | awk '$2 ~ /^[TDRB]$/ { print "defined", $1, $2, $4 }'
} | awk '
    # An x in front keeps the name from c++filt, which demangles its second copy.
    $1 == "wanted" { wanted[$2] = 1 }
    $1 == "defined" && $2 in wanted { print "x" $2, $3, $4 == "" ? 0 : $4, $2 }
' | c++filt | awk '
    # "(float*, unsigned long)" of a demangled name: integers and floats.
    function count(shown,    list, parts, n, k) {
        integers = floats = 0
        sizes = ""
        list = shown
        sub(/^[^(]*\(/, "", list)
        sub(/\)[^)]*$/, "", list)
        if (list == "") return
        n = split(list, parts, /, /)
        for (k = 1; k <= n; ++k) {
            sizes = sizes (parts[k] ~ /\*$|double|long/ ? 8 : parts[k] ~ /short/ ? 2 : parts[k] ~ /bool|char/ ? 1 : 4)
            if (parts[k] ~ /^(float|double)$/) ++floats
            else if (parts[k] ~ /\*$/ || parts[k] ~ /^(bool|((un)?signed )?(char|short|int|long|long long)|unsigned)$/) ++integers
            else {
                print "forwards.sh: " shown " cannot be called in another process: " parts[k] " is no pointer and no number." >"/dev/stderr"
                failed = 1
            }
        }
        if (integers > 14 || floats > 8) {
            print "forwards.sh: " shown " has too many parameters." >"/dev/stderr"
            failed = 1
        }
    }
    {
        symbol = substr($1, 2)
        size = "0x" $3
        shown = $0
        sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", shown)
        names = names "name_" NR ": .string \"" symbol "\"\n"
        if ($2 == "T") {
            count(shown)
            text = text ".globl " symbol "\n.type " symbol ", @function\n" symbol ":\n    lea forward_" NR "(%rip), %r11\n    jmp judging_forward\n"
            text = text ".size " symbol ", . - " symbol "\n"
            names = names "sizes_" NR ": .string \"" sizes "\"\n"
            forwards = forwards "forward_" NR ": .quad name_" NR ", " integers ", " floats ", sizes_" NR "\n"
            functions = functions "    .quad " symbol ", forward_" NR "\n"
        } else {
            data = data ".globl " symbol "\n.type " symbol ", @object\n.size " symbol ", " size "\n.balign 16\n" symbol ": .zero " size "\n"
            constants = constants "    .quad name_" NR ", " size ", " symbol "\n"
        }
    }
    END {
        print "# Written by common/judging/judge/forwards.sh."
        print ".text\n" text ".bss\n" data ".section .rodata\n" names
        print ".section .data.rel.ro, \"aw\"\n.balign 8\n" forwards
        print ".globl judging_functions\n.type judging_functions, @object\njudging_functions:\n" functions "    .quad 0, 0"
        print ".globl judging_constants\n.type judging_constants, @object\njudging_constants:\n" constants "    .quad 0, 0, 0"
        print ".section .note.GNU-stack, \"\", @progbits"
        exit failed
    }'
