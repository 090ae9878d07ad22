#!/bin/sh
# Tests the course with older toolkits: unpacks Debian's packages of CUDA 11.8 (Debian 12) and 12.4 (Debian 13) into
# separate folders, without installing them, builds a copy of this checkout with each nvcc, and runs it on the
# emulator.
#
# Usage: test_toolkit.sh [/path/to/nvcc...]   (in the repository's root; without a path: both of Debian's)
#
# The packages come from the mirror of this machine's apt-get, component non-free (NVIDIA's licence). They are fetched
# once, about 2 GB; after that no network is needed. DEBIAN_MIRROR=URL names another mirror. Exit code 77 if they are
# not available.
set -u
top=$(pwd)
work=$top/build/toolkits
keys=/usr/share/keyrings/debian-archive-keyring.gpg
toolkit="nvidia-cuda-toolkit nvidia-cuda-dev libnvvm4 libcu++-dev libcub-dev libthrust-dev"

skip() {
    printf '%s\n' "$1"
    exit 77
}

# unpack RELEASE PACKAGE...: unpacks packages of a Debian release into build/toolkits/RELEASE/root.
unpack() {
    release=$1
    shift
    folder=$work/$release
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null && [ -r "$keys" ] ||
        skip "Debian's packages need apt-get, dpkg-deb and $keys: name a toolkit with make test-toolkit TOOLKIT=/path/to/nvcc."
    mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian //p' | sed q)}
    [ -n "$mirror" ] || skip "apt-get knows no mirror of Debian here: name one with DEBIAN_MIRROR=URL, or a toolkit with TOOLKIT=/path/to/nvcc."
    rm -rf "$folder/root" "$folder/apt"
    mkdir -p "$folder/root" "$folder/packages" "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
    : >"$folder/apt/status"
    echo "deb [signed-by=$keys] $mirror $release main contrib non-free" >"$folder/apt/sources.list"
    cat >"$folder/apt/apt.conf" <<EOF
Dir::State "$folder/apt";
Dir::State::lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt/cache";
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::parts "/dev/null";
EOF
    printf 'Debian %s: downloading %s\n' "$release" "$*"
    (
        export APT_CONFIG="$folder/apt/apt.conf"
        cd "$folder/packages" && apt-get -q -q update && apt-get -q -q download "$@"
    ) >"$folder/log" 2>&1 || skip "The packages could not be downloaded: $(tail -n 1 "$folder/log")"
    for package in "$folder"/packages/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder/root" --exclude='libnp*_static*.a' \
            --exclude='libnv*_static*.a' --exclude='libcu[bfs]*_static*.a' --exclude='libcurand_static*.a' ||
            skip "$package could not be unpacked: is the disk full?"
        rm "$package"
    done
    # The packages' nvcc looks in /usr: make it look in the folder.
    bin=$folder/root/usr/lib/nvidia-cuda-toolkit/bin
    rm -f "$bin/nvcc.profile"
    cat >"$bin/nvcc.profile" <<EOF
NVVMIR_LIBRARY_DIR = $folder/root/usr/lib/nvidia-cuda-toolkit/libdevice
PATH += $bin:$folder/root/usr/bin:
INCLUDES += "-I$folder/root/usr/include"
LIBRARIES =+ \$(_SPACE_) "-L$folder/root/usr/lib/x86_64-linux-gnu/stubs" "-L$folder/root/usr/lib/x86_64-linux-gnu"
EOF
    touch "$folder/unpacked"
}

# nvcc_of RELEASE PACKAGE...: unpacks unless done before; sets $nvcc to the compiler's path.
nvcc_of() {
    [ -e "$work/$1/unpacked" ] || unpack "$@"
    nvcc=$work/$1/root/usr/lib/nvidia-cuda-toolkit/bin/nvcc
    # The packages include a g++ that this nvcc accepts; otherwise use this machine's.
    host=
    for compiler in "$work/$1/root/usr/bin"/g++-1?; do [ ! -x "$compiler" ] || host=$compiler; done
    # Debian's g++ beside nvcc would select one of /usr/bin's.
    rm -f "${nvcc%nvcc}g++" "${nvcc%nvcc}gcc"
}

passed=0
failed=0
# try NVCC: copies this checkout, builds and runs it there.
try() {
    version=$("$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    [ -n "$version" ] || { echo "$1 is no nvcc." && exit 2; }
    copy=$work/course-$version
    mkdir -p "$copy"
    for old in "$copy"/*; do [ "$old" = "$copy/build" ] || rm -rf "$old"; done
    # Without the files in .gitignore; times are kept, so that a second run rebuilds only changes.
    { git ls-files -z --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
        tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -x -C "$copy"
    printf '\nCUDA %s (%s)\n' "$version" "$1"
    (
        unset MAKEFLAGS MAKELEVEL DETECTED_IN NVCC_HOST
        PATH="$PATH${host:+:$(dirname "$host")}"
        export PATH
        make -C "$copy" DEVICE=emulator NVCC="$1" test-with-toolkit
    ) >"$work/$version.log" 2>&1
    last=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$work/$version.log" | tail -n 1)
    if [ -z "$last" ]; then
        last="0 passed, 1 failed"
        grep -E 'error|Error|\*\*\*' "$work/$version.log" | head -n 20
    fi
    grep -E '^FAILED|^failed' "$work/$version.log"
    printf 'CUDA %s: %s (%s)\n' "$version" "$last" "build/toolkits/$version.log"
    passed=$((passed + ${last%% *}))
    more=${last#*passed, }
    failed=$((failed + ${more%% *}))
}

host=
if [ $# -gt 0 ]; then
    for nvcc in "$@"; do try "$nvcc"; done
else
    nvcc_of bookworm $toolkit libcudart11.0 g++-11 gcc-11 gcc-11-base cpp-11 libgcc-11-dev libstdc++-11-dev
    try "$nvcc"
    nvcc_of trixie $toolkit libcudart12
    try "$nvcc"
fi
printf '\n%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
