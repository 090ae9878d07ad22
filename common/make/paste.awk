# Prints a source file with the project's headers in place of their #include lines, each once, without `#pragma once`.
# With -v origins=1 each line begins with its file's name and a tab.
function print_line(file, line) { print (origins ? file "\t" : "") line }
function paste(file, line, part, status) {
    while ((status = (getline line <file)) > 0) {
        if (line ~ /^#pragma once/) continue
        if (line !~ /^#include "/) { print_line(file, line); continue }
        split(line, part, "\"")
        if (part[2] in pasted) continue
        pasted[part[2]] = 1
        print_line(part[2], "// ---- " part[2])
        paste(part[2])
        print_line(file, "// ---- end of " part[2])
    }
    if (status < 0) {
        print file " cannot be read." >"/dev/stderr"
        failed = 1
    }
    close(file)
}
BEGIN {
    paste(ARGV[1])
    exit failed
}
