#!/bin/sh
# Installs the missing ones of the given Debian packages with one apt-get line, printed first.
#
# Usage: install.sh [--list | --check] [PACKAGE | --optional PACKAGE]...
#
# --list only prints the missing packages, --check only says whether they can be installed. A package counts as
# installed if its header, library or command is found in other ways (another distribution, CPATH). Exit code 2 if a
# package is missing and cannot be installed; an optional package that cannot be installed is left out.
set -u

mode=
case ${1:-} in
    --list | --check)
        mode=$1
        shift
        ;;
esac
compiler=${CXX:-g++}  # may be two words: ccache g++

has_header() { printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" | $compiler -std=c++20 -E -x c++ - >/dev/null 2>&1; }
has_library() {
    for name in "lib$1.so" "lib$1.a"; do
        case $($compiler -print-file-name="$name" 2>/dev/null) in */*) return 0 ;; esac
    done
    return 1
}
has_module() { /usr/bin/python3 -c "import $1" 2>/dev/null; }
has_command() { command -v "$1" >/dev/null; }

is_there() {
    case $1 in
        g++) has_command "${compiler##* }" ;;
        clang-format | patch | python3) has_command "$1" ;;
        doctest-dev) has_header doctest/doctest.h ;;
        libcli11-dev) has_header CLI/CLI.hpp ;;
        nlohmann-json3-dev) has_header nlohmann/json.hpp ;;
        libfmt-dev) has_header fmt/format.h && has_library fmt ;;
        libzstd-dev) has_header zstd.h && has_library zstd ;;
        liblz4-dev) has_header lz4.h && has_library lz4 ;;
        libssl-dev) has_header openssl/evp.h && has_library crypto ;;
        python3-sphinx | python3-myst-parser | furo) has_module "$(echo "${1#python3-}" | tr - _)" ;;
        *) [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
    esac
}

missing=  # needed packages
wanted=   # optional ones
while [ $# -gt 0 ]; do
    case $1 in
        --optional)
            shift
            is_there "$1" || wanted="$wanted $1"
            ;;
        *) is_there "$1" || missing="$missing $1" ;;
    esac
    shift
done
if [ "$mode" = --list ]; then
    [ -z "$missing$wanted" ] || printf '%s\n' "$missing$wanted" | cut -c2-
    exit 0
fi
[ -n "$missing$wanted" ] || exit 0

give_up() {
    if [ -z "$missing" ]; then
        [ "$mode" = --check ] || printf 'Going on without%s.\n' "$wanted"
        exit 0
    fi
    printf 'Missing:%s. %s\n' "$missing" "$1" >&2
    exit 2
}

has_command apt-get ||
    give_up "This system has no apt-get: install what these Debian packages hold with its own package manager, then try again."
as_root=
if [ "$(id -u)" != 0 ]; then
    has_command sudo || give_up "You are not root and sudo is not there: ask an administrator to run: apt-get install$missing"
    as_root="sudo "
fi
[ "$mode" != --check ] || exit 0

# Prints a command line and runs it; shows apt-get's own output only if it fails.
run_line() {
    printf '%s\n' "$1"
    log=$(sh -c "$1" 2>&1) && return 0
    status=$?
    printf '%s\n' "$log" >&2
    return $status
}

update="${as_root}apt-get update"
install="${as_root}env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends"
lists=/var/lib/apt/lists
if [ -z "$(find "$lists" -maxdepth 1 -name '*_Packages*' 2>/dev/null | sed q)" ]; then
    run_line "$update && $install$missing$wanted" || give_up "apt-get could not install them: see its messages above."
else
    # Outdated lists name packages that no longer exist: refresh them once.
    run_line "$install$missing$wanted" || run_line "$update && $install$missing$wanted" ||
        { [ -n "$wanted" ] && [ -n "$missing" ] && run_line "$install$missing"; } ||
        give_up "apt-get could not install them: see its messages above."
fi
for package in $missing; do
    is_there "$package" || give_up "apt-get reported success, but $package is still not usable: run \"make doctor\"."
done
