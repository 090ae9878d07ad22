#!/bin/sh
# install_simt.sh BUILD PREFIX: copies simt, its libraries, its man page and its completion for bash from the build into one folder,
# which works wherever it is moved to. With BUILD empty, only says whether the folder can be taken.
set -eu
build=$1 prefix=$2
if [ -z "$prefix" ]; then
    echo "make install puts simt into a folder of its own, which rm -r removes again: make install PREFIX=/opt/simt" >&2
    exit 2
fi
if [ -e "$prefix" ] && [ ! -x "$prefix/bin/simt" ] && [ -n "$(ls -A "$prefix")" ]; then
    echo "$prefix has other files in it: name a folder for simt alone, as in make install PREFIX=$prefix/simt" >&2
    exit 2
fi
[ -n "$build" ] || exit 0
mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions"
# Programs that run keep the old files.
cp --remove-destination "$build"/lib/lib*.so.* "$prefix/lib"
cp --remove-destination "$build/simt" "$prefix/simt"
ln -sf ../simt "$prefix/bin/simt"
"$prefix/simt" --man >"$prefix/share/man/man1/simt.1"
"$prefix/simt" --completion >"$prefix/share/bash-completion/completions/simt"
echo "simt is in $prefix. Add it to your shell: PATH=\"$prefix/bin:\$PATH\"; source \"$prefix/share/bash-completion/completions/simt\""
