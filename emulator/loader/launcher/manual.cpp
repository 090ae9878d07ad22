// See manual.hpp. The texts around the options are here; option_table.cpp has the options.
#include "emulator/loader/launcher/manual.hpp"

#include <fmt/format.h>

#include <vector>

#include "emulator/loader/option_table.hpp"

namespace simt::launcher {
namespace {

using loader::Kind;
using loader::Option;

constexpr const char* kBeginning = R"(.TH SIMT 1
.SH NAME
simt \- run a CUDA program on the CPU; count and check what its kernels do
.SH SYNOPSIS
.B simt
.RI [ options ]
.IR ./program " [" arguments ]
.br
.B simt view
.IR TRACE " [" TRACE "] [" "\-o FILE.html" "] [" "\-\-source FOLDER" ]
.SH DESCRIPTION
.B simt
puts an emulator of the CUDA runtime, libcudart and libcuda, in front of the program.
It executes the kernels' PTX on the CPU, counts what an H200 would count, and reports mistakes with their source lines.
The program needs no change, but it must not contain the runtime: build it with
.PP
.RS
nvcc \-arch=sm_90 \-\-cudart shared \-lineinfo
.RE
.PP
or a whole project, from nothing, with
.B NVCC_APPEND_FLAGS="\-\-cudart shared \-lineinfo"
in the environment.
The program's output passes through; reports go to stderr.
.B simt view
writes what
.B \-\-trace
has recorded as a page for a browser.
.SH OPTIONS
Options before the program's name are for simt, arguments behind it for the program.
)";

constexpr const char* kEnd = R"(.SH EXIT STATUS
The program's own, or 128 and the number of the signal that ended it.
With
.BR "\-\-error\-exitcode N" ,
N if a check reported anything.
2 if an option is wrong or the program cannot be run; a sentence on stderr says why.
.SH UNINSTALLING
simt is one folder, which may be moved; nothing else was changed. Remove it with rm \-r.
)";

constexpr const char* kCompletion =
    R"(# Completes simt's options in bash; written by simt --completion. What follows the program's name is completed as a file.
_simt() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} k
    for ((k = 1; k < COMP_CWORD; ++k)); do
        case ${{COMP_WORDS[k]}} in
        {}) [[ ${{COMP_WORDS[k + 1]}} == = ]] && ((k += 2)) || ((++k)) ;;
        -*) ;;
        *) return ;;
        esac
    done
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    case $before in
{}    {}) ;;
    *) [[ $word != -* ]] || COMPREPLY=($(compgen -W "{} --help --version --man --completion" -- "$word")) ;;
    esac
}}
complete -o default -F _simt simt
)";

// A line of roff: a hyphen is written \-, and a point or a quote at its beginning would be a request.
std::string roff(std::string_view text) {
    std::string line;
    for (const char letter : text) {
        if (letter == '-' || letter == '\\') line += '\\';
        line += letter;
    }
    return line.starts_with('.') || line.starts_with('\'') ? "\\&" + line : line;
}

bool is_for_users(const Option& option) { return option.names[0] != '\0'; }

// All names of the options that `chosen` selects, with a separator.
std::string names_of(bool (*chosen)(const Option&), char separator) {
    std::string names;
    for (const Option& option : loader::table()) {
        if (!is_for_users(option) || !chosen(option)) continue;
        for (const std::string_view name : loader::split(option.names, ','))
            names += (names.empty() ? "" : std::string(1, separator)) + std::string(name);
    }
    return names;
}

bool has_value(const Option& option) { return option.kind != Kind::Flag; }

}  // namespace

std::string man_page() {
    std::string text = kBeginning, group;
    for (const Option& option : loader::table()) {
        if (!is_for_users(option)) continue;
        if (group != option.group) text += fmt::format(".SS {}\n", roff(group = option.group));
        text += ".TP\n.B";
        for (const std::string_view name : loader::split(option.names, ',')) text += " " + roff(name);
        if (has_value(option)) text += " " + roff(option.value);
        text += "\n" + roff(option.help) + ".\n";
    }
    return text + kEnd;
}

std::string bash_completion() {
    std::string values;
    for (const Option& option : loader::table()) {
        if (!is_for_users(option) || (option.kind != Kind::Choice && option.kind != Kind::List)) continue;
        values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n",
                              loader::name_of(option), fmt::join(loader::split(option.value, '|'), " "));
    }
    return fmt::format(kCompletion, names_of(has_value, '|'), values, names_of(has_value, '|'),
                       names_of([](const Option&) { return true; }, ' '));
}

}  // namespace simt::launcher
