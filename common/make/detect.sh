#!/bin/sh
# Finds the compilers and the GPU, and prints the results as make variables, on one line with "@@" between them
# (toolchain.mk).
#
# Usage: detect.sh   (in the repository's root, with NVCC, DEVICE, CXX and CXX_ASKED in the environment where the user
# gave them)
#
# PROBLEM is one sentence if nothing can be built as asked, and empty otherwise: `make doctor` prints it, and so does
# every target that needs a compiler, with exit code 2. BACKEND is gpu or emulator; BACKEND_TEXT describes it for a
# person.
set -u

oldest_toolkit=11.8
toolkit=13  # of reference, the newest that the emulator knows
toolkit_page=https://developer.nvidia.com/cuda-downloads
oldest_compiler=11  # the first g++ that compiles the sources
device_asked=${DEVICE:-}
problem=

# The first sentence wins: later problems often follow from it.
complain() { [ -n "$problem" ] || problem=$1; }

find_nvcc() {
    if [ -n "${NVCC:-}" ]; then
        nvcc=$(command -v "$NVCC") || complain "NVCC=$NVCC is not a program: name the nvcc of a CUDA Toolkit, $toolkit or from $oldest_toolkit on."
        return
    fi
    folder=${CUDA_HOME:-/usr/local/cuda}/bin
    nvcc=$(command -v nvcc) || nvcc=$(command -v "$folder/nvcc") ||
        complain "nvcc was not found in PATH or $folder: install the CUDA Toolkit $toolkit ($toolkit_page), or name yours with make NVCC=/path/to/nvcc."
}

# Finds the version and folders of the toolkit; nvcc itself says where its headers and libraries are.
read_toolkit() {
    nvcc_version=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9][0-9.]*\).*/\1/p')
    if [ -z "$nvcc_version" ]; then
        complain "$nvcc does not answer to --version: reinstall the CUDA Toolkit $toolkit ($toolkit_page), or name another with make NVCC=/path/to/nvcc."
        return
    fi
    if older "$nvcc_version" "$oldest_toolkit"; then
        complain "nvcc $nvcc_version ($nvcc) is too old: this course needs CUDA $oldest_toolkit or newer; install the CUDA Toolkit $toolkit ($toolkit_page), or name a newer one with make NVCC=/path/to/nvcc."
        return
    fi
    dryrun=$("$nvcc" --dryrun -c none.cu 2>&1)
    top=$(dryrun_says TOP)
    cuda_include=$(dryrun_says INCLUDES | sed -n 's/^"-I\([^"]*\)".*/\1/p')
    # Debian's nvcc prints no quotes here, and no INCLUDES: its headers are in the compiler's default folders.
    cuda_lib=$(dryrun_says LIBRARIES | sed -n 's/.*"-L\([^"]*\)".*/\1/p; t; s/.*-L\([^ ]*\).*/\1/p')
    [ -z "$cuda_include$top" ] || cuda_include=$(cd "${cuda_include:-$top/include}" 2>/dev/null && pwd -P)
    cuda_lib=$(cd "${cuda_lib:-$top/lib64}" 2>/dev/null && pwd -P)
    case $nvcc$cuda_include$cuda_lib in *[[:space:]\'\"\$\#]*)
        complain "make cannot work with a blank or a quote in the toolkit's folder ($nvcc): install it into another, or name one with make NVCC=/path/to/nvcc." ;;
    esac
    choose_host_compiler
}

# older A B: is version A (major.minor) older than B?
older() { [ "${1%%.*}" -lt "${2%%.*}" ] || { [ "${1%%.*}" -eq "${2%%.*}" ] && [ "${1#*.}" -lt "${2#*.}" ]; }; }

# The value of a variable in nvcc's --dryrun.
dryrun_says() { printf '%s\n' "$dryrun" | sed -n "s/^#\\\$ $1= *//p"; }

# Chooses the g++ for nvcc, which refuses versions newer than its header allows. nvcc_host stays empty if nvcc finds
# the right one by itself, as Debian's does, which has its own g++ beside it.
choose_host_compiler() {
    newest=$(sed -n 's/^#error.*gcc versions later than \([0-9]*\) are not supported.*/\1/p' \
        "${cuda_include:-/usr/include}/crt/host_config.h" 2>/dev/null | tail -n 1)
    beside=$(dryrun_says _HERE_)/g++
    [ -n "$newest" ] && [ ! -x "$beside" ] || return
    host=${CXX_ASKED:-g++}
    version=$("$host" -dumpfullversion 2>/dev/null)
    [ -n "$version" ] && [ "${version%%.*}" -gt "$newest" ] || return
    if [ -z "${CXX_ASKED:-}" ]; then
        for number in $(seq "$newest" -1 "$((newest - 3))"); do
            nvcc_host=$(command -v "g++-$number") && return
        done
    fi
    complain "nvcc $nvcc_version accepts g++ $newest and older, and ${CXX_ASKED:-g++} is g++ $version: install the package g++-$newest, which is then found (or name another with make CXX=...)."
}

# True if an NVIDIA driver is loaded, even if nvidia-smi is missing (containers).
driver_is_loaded() { [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidiactl ] || [ -e /dev/dxg ]; }

# "name, compute capability, driver" of the first GPU that programs will see, or nothing.
query_gpu() {
    visible=${CUDA_VISIBLE_DEVICES-all}
    case $visible in '' | -*) return ;; [0-9]*) first=${visible%%,*} ;; *) first=0 ;; esac
    for smi in nvidia-smi /usr/lib/wsl/lib/nvidia-smi; do
        command -v "$smi" >/dev/null || continue
        line=$(timeout 30 "$smi" -i "$first" --query-gpu=name,compute_cap,driver_version --format=csv,noheader 2>/dev/null) || continue
        case $line in *', '*.*', '*) printf '%s\n' "$line"; return ;; esac
    done
    driver_is_loaded && [ -n "$nvcc_version" ] && [ -z "$problem" ] || return
    query=build/config/device_query
    [ -x "$query" ] || { "$nvcc" --cudart static -o "$query.$$" common/make/device_query.cu 2>/dev/null && mv "$query.$$" "$query"; }
    [ -x "$query" ] && timeout 30 "$query" 2>/dev/null
}

choose_backend() {
    backend=emulator
    backend_text="no GPU: emulator"
    case $device_asked in
        '' | gpu | emulator) ;;
        *) complain "DEVICE=$device_asked is not a device: use DEVICE=gpu or DEVICE=emulator." ;;
    esac
    if [ "$device_asked" = emulator ]; then
        [ -z "$gpu_name" ] || backend_text="$gpu_name left alone, DEVICE=emulator: emulator"
    elif [ -n "$gpu_name" ]; then
        backend=gpu
        backend_text=$gpu_name
        # The oldest driver branch that runs programs of this CUDA version.
        case $nvcc_version in 11.*) oldest_driver=520 ;; 12.*) oldest_driver=525 ;; *) oldest_driver=580 ;; esac
        if [ -n "$driver" ] && [ "${driver%%.*}" -lt "$oldest_driver" ]; then
            complain "The GPU's driver $driver is older than CUDA ${nvcc_version%%.*} needs ($oldest_driver): update the driver, or use the emulator with DEVICE=emulator."
        elif ! printf '%s\n' "$known" | grep -qx "sm_$gpu_arch"; then
            complain "nvcc $nvcc_version does not know this GPU's architecture ($gpu_name, sm_$gpu_arch): use the emulator with DEVICE=emulator, or name a toolkit that knows it with make NVCC=/path/to/nvcc."
        fi
    elif [ "$device_asked" = gpu ]; then
        complain "DEVICE=gpu, but no GPU answers (nvidia-smi lists none): check the driver with nvidia-smi, or leave DEVICE out to use the emulator."
    fi
    if [ "$backend" = emulator ] && [ -n "$nvcc_version" ] && [ "${nvcc_version%%.*}" -gt "$toolkit" ]; then
        complain "nvcc $nvcc_version is newer than the emulator knows (CUDA $toolkit): name a CUDA Toolkit $toolkit with make NVCC=/path/to/nvcc."
    fi
}

# Tests with more bytes than make itself writes: a nearly full disk would stop make in the middle of a file.
check_folder() {
    probe=build/config/probe.$$
    writable=yes
    reason=$(export LC_ALL=C; { mkdir -p build/config && head -c 300000 /dev/zero >"$probe"; } 2>&1) && rm -f "$probe" && return
    writable=
    rm -f "$probe" 2>/dev/null
    case $reason in
        *'No space left'* | *'quota exceeded'*)
            complain "The disk of $(pwd) is full: free some space and run make again, which goes on where it stopped." ;;
        *) complain "Nothing can be written into $(pwd)/build (${reason##*: }): copy the course into a folder of yours, or make this one writable." ;;
    esac
}

# Names that make would split. File managers call their copies "1_naive (copy).cu".
check_names() {
    odd=$(find emulator common chapters '(' -name '*.cpp' -o -name '*.cu' ')' -name "*[][ 	'\"#\$%:;&|()*?\\\\]*" 2>/dev/null | sed q)
    [ -z "$odd" ] || complain "make cannot build a file with such a name: \"$odd\". Give it one without blanks, brackets and quotes, or move it out of the course."
}

# The host compiler: the sources, their warnings and OpenMP need g++.
check_compiler() {
    cxx=${CXX:-g++}
    for program in $cxx; do
        case ${program##*/} in ccache | sccache | distcc) ;; *) break ;; esac  # "ccache g++" is g++
    done
    name_one="leave CXX out, or name a g++, for example CXX=g++-12."
    if ! command -v "$program" >/dev/null; then
        [ "$cxx" = g++ ] || complain "CXX=$cxx is not a program: $name_one"
        return  # install.sh installs g++
    fi
    case $("$program" --version 2>/dev/null) in
        *clang*) complain "CXX=$cxx is clang, and the course is built with g++: $name_one" ;;
    esac
    version=$("$program" -dumpfullversion 2>/dev/null || "$program" -dumpversion 2>/dev/null)
    case ${program##*/}/$version in
        */ | */*[!0-9.]* | cc/* | *gcc/* | *gcc-[0-9]*/*) complain "CXX=$cxx is not a g++: $name_one" ;;
        *) [ "${version%%.*}" -ge "$oldest_compiler" ] ||
            complain "$cxx is g++ $version, and the course needs g++ $oldest_compiler or newer: install the package g++-12, and name it with make CXX=g++-12." ;;
    esac
}

# The widest instruction set that the emulator has code for and that this CPU runs.
cpu_isa() {
    flags=" $(sed -n 's/^flags[^:]*://p' /proc/cpuinfo 2>/dev/null | sed q) "
    has() { for flag; do case $flags in *" $flag "*) ;; *) return 1 ;; esac; done; }
    has avx2 bmi1 bmi2 f16c fma abm movbe || { echo generic; return; }
    if has avx512f avx512bw avx512cd avx512dq avx512vl; then echo avx512; else echo avx2; fi
}

nvcc= nvcc_version= nvcc_host= cuda_include= cuda_lib= known=
find_nvcc
[ -z "$nvcc" ] || read_toolkit
check_folder
check_names
check_compiler
[ -z "$nvcc_version" ] || known=$("$nvcc" --list-gpu-code 2>/dev/null)

gpu=$(query_gpu)
gpu_name=$(printf '%s' "$gpu" | cut -d, -f1 | sed 's/^NVIDIA //')
gpu_arch=$(printf '%s' "$gpu" | cut -d, -f2 | tr -d ' .')
driver=$(printf '%s' "$gpu" | cut -d, -f3 | tr -d ' ')
choose_backend

sed 's/[$]/$$/g; s/#/\\#/g; s/$/@@/' <<EOF | tr -d '\n'
NVCC_FOUND := $nvcc
NVCC_VERSION := $nvcc_version
NVCC_HOST := $nvcc_host
CUDA_INCLUDE := $cuda_include
CUDA_LIB := $cuda_lib
GPU_NAME := $gpu_name
GPU_ARCH := $gpu_arch
DRIVER := $driver
CPU_MODEL := $(uname -m) $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | sed q | tr -d '#$\\')
CPU_ISA := $(cpu_isa)
BACKEND := $backend
BACKEND_TEXT := $backend_text
WRITABLE := $writable
PROBLEM := $problem
EOF
