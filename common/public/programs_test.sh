#!/bin/sh
# programs.py on a program of its own: right, a finding that nobody recorded, a file that is not the one that was tried, no file at all,
# a header of another commit.
# Usage: programs_test.sh   (in the repository's root; build/simt must be there)
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" build/public-programs/files/me build/public-programs/out/tiny' EXIT
mkdir -p "$work/public" "$work/from/me/tiny/v1/src"
cp common/public/programs.py "$work/public"
cat >"$work/from/me/tiny/v1/src/tiny.cu" <<'EOF'
#include <cstdio>
__global__ void kernel(int* out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = 2;
    __syncthreads();
    const int mine = tile[63 - threadIdx.x];
    tile[threadIdx.x] = 3;
    out[threadIdx.x] = mine;
}
int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof *out);
    kernel<<<1, 64>>>(out);
    int sum = 0, host[64];
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int value : host) sum += value;
    printf("sum %d\n", sum);
}
EOF
hash=$(sha256sum "$work/from/me/tiny/v1/src/tiny.cu" | cut -d' ' -f1)
list() {
    printf 'name,repository,commit,sources,also,flags,before,toolkit,options,arguments,says\ntiny,me/tiny,v1,src/tiny.cu,%s,,%s,%s,--threads 1,,%s\n' \
        "${4:-}" "${2:-}" "${3:-}" "$1" >"$work/public/list.csv"
}
files() { printf 'repository,commit,path,sha256\nme/tiny,v1,src/tiny.cu,%s\n' "$1" >"$work/public/files.csv"; }
# expect CODE TEXT ARGUMENT…: the script ends with the exit code and says the text.
expect() {
    code=$1 text=$2
    shift 2
    status=0
    said=$(PATH=$path PROGRAMS_FROM=$from python3 "$work/public/programs.py" "$@" 2>&1) || status=$?
    case $status:$said in "$code":*"$text"*) ;; *)
        printf 'programs.py %s ended with %s, not %s, or did not say "%s":\n%s\n' "$*" "$status" "$code" "$text" "$said" >&2
        exit 1 ;;
    esac
}
from=$work/from path=$PATH
list 'sum 1[0-9][0-9]' && files "$hash"
expect 1 ' s, 2 findings; recorded: None, 0 findings'
expect 0 'new: shared_race tiny.cu:7' --record
expect 0 '1 programs tried, 0 differ' tiny
expect 0 '[tiny.cu:7](https://github.com/me/tiny/blob/v1/src/tiny.cu#L7) | not judged yet' --findings
expect 0 '1 programs: 1 right, 1 of all with findings.' --table
expect 1 'tiny: too long, 0 s' --limit 0
sed -i 's/right,0/right,300/' "$work/public/results.csv"
expect 0 'tiny: right, ' --limit 0
list 'sum 99'
expect 1 'tiny: wrong, '
list 'sum 1' 'touch made && false'
expect 1 'tiny: not built: nvcc failed, 0 s'
[ -e build/public-programs/files/me/tiny/v1/src/made ] # the folder from which the program runs
# An nvcc that is a script beside no toolkit.
mkdir "$work/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v nvcc)" >"$work/bin/nvcc"
chmod +x "$work/bin/nvcc"
path=$work/bin:$PATH
list 'sum 1' 'test -e "$INCLUDE/cuda_runtime.h" && $NVCC --version >/dev/null'
expect 0 'tiny: right, '
path=$PATH
list 'sum 1' '' 1.0
expect 2 'it needs CUDA 1.0: common/make/debian_toolkit.sh 1.0 fetches'
list 'sum 99'
files 0000
expect 2 'is not the file that was tried: its hash differs'
from=$work/nowhere
expect 2 'PROGRAMS_FROM has no me/tiny/v1/src/tiny.cu'
expect 2 'list.csv has no huge' huge
# A header that is taken from another commit; the one of the program's own commit is not.
mkdir -p "$work/from/me/tiny/v0/src"
mv "$work/from/me/tiny/v1/src/tiny.cu" "$work/from/me/tiny/v0/src/tiny.h"
echo '#include "tiny.h"' >"$work/from/me/tiny/v1/src/tiny.cu"
echo '#error the other commit' >"$work/from/me/tiny/v1/src/tiny.h"
printf 'repository,commit,path,sha256\n' >"$work/public/files.csv"
printf 'me/tiny,%s,\n' v1,src/tiny.cu v1,src/tiny.h v0,src/tiny.h >>"$work/public/files.csv"
from=$work/from
list 'sum 1' '' '' v0:src/tiny.h
expect 0 'new: shared_race tiny.h:7' --record
expect 0 '| me/tiny v1, tiny.h v0 | ' --table
expect 0 '[tiny.h:7](https://github.com/me/tiny/blob/v0/src/tiny.h#L7)' --findings
list 'sum 1'
expect 1 'tiny: not built: #error the other commit'
list 'sum 1' '' '' 'v0:src/tiny.h v7:src/more.h'
expect 2 'tiny: files.csv has no src/more.h of me/tiny at v7'
expect 0 '| me/tiny v1, 2 files of other commits |' --table
list 'sum 1' '' '' 'v1:src/tiny.h'
expect 0 '| me/tiny v1 |' --table
