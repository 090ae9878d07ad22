#!/bin/sh
# Installs the packages of common/node/package-lock.json into build/node, with one npm line, printed first. Exit code 2 if it cannot.
set -u
oldest_node=18

give_up() {
    printf '%s\n' "$1" >&2
    exit 2
}

command -v node >/dev/null && command -v npm >/dev/null ||
    give_up "Slides, plots and the site need Node $oldest_node or newer with npm; Debian's packages are nodejs and npm."
version=$(node --version)
major=${version#v}
[ "${major%%.*}" -ge "$oldest_node" ] ||
    give_up "Slides, plots and the site need Node $oldest_node or newer, and here is $version ($(command -v node))."

mkdir -p build/node
cp common/node/package.json common/node/package-lock.json build/node
line="npm ci --prefix build/node --ignore-scripts --no-audit --no-fund --loglevel=error"
printf '%s\n' "$line"
log=$(sh -c "$line" 2>&1) && exit 0
printf '%s\n' "$log" >&2
give_up "npm could not install its packages: see its messages above. It needs the network once; afterwards it is not asked again."
