#!/bin/sh
# Unpacks a CUDA toolkit of Debian into a folder under build/toolkits, without installing it, unless that was done before. Prints the
# path of its nvcc.
#
# Usage: debian_toolkit.sh 11.8|12.4   (in the repository's root; 11.8 is that of Debian 12, 12.4 that of Debian 13)
#
# The packages come from the mirror of this machine's apt-get, component non-free (NVIDIA's licence). They are fetched
# once, about 1 GB each; after that no network is needed. DEBIAN_MIRROR=URL names another mirror. Exit code 77 if they
# are not available.
set -u
top=$(pwd)
work=$top/build/toolkits
keys=/usr/share/keyrings/debian-archive-keyring.gpg
packages="nvidia-cuda-toolkit nvidia-cuda-dev libnvvm4 libcu++-dev libcub-dev libthrust-dev"
case ${1:-} in
11.8)
    release=bookworm
    packages="$packages libcudart11.0 g++-11 gcc-11 gcc-11-base cpp-11 libgcc-11-dev libstdc++-11-dev"
    ;;
12.4)
    release=trixie
    packages="$packages libcudart12 libnvrtc12 libnvrtc-builtins12.4"
    ;;
*) echo "debian_toolkit.sh: name 11.8 or 12.4" >&2 && exit 2 ;;
esac
folder=$work/$release

skip() {
    printf '%s\n' "$1" >&2
    exit 77
}

# unpack PACKAGE...: unpacks packages into $folder/root.
unpack() {
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
    printf 'Debian %s: downloading %s\n' "$release" "$*" >&2
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
    echo "$*" >"$folder/unpacked"
}

# shellcheck disable=SC2086  # the packages are words
[ "$(cat "$folder/unpacked" 2>/dev/null)" = "$packages" ] || unpack $packages
bin=$folder/root/usr/lib/nvidia-cuda-toolkit/bin
# Debian's g++ beside nvcc would select one of /usr/bin's.
rm -f "$bin/g++" "$bin/gcc"
echo "$bin/nvcc"
