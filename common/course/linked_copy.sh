# For tests that write into the repository: goes into a copy of it with hard links, where exercises are as git has them. What
# make or a test writes there must take a link's place, so the files that make overwrites are copied. A test reads this
# file with "." in the repository's root, and calls leave_copy at its end. Without git it is skipped.
command -v git >/dev/null && [ -e .git ] || { echo "this folder is no git clone"; exit 77; }
export DEVICE=emulator
unset MAKEFLAGS MFLAGS MAKELEVEL DETECTED_IN
mkdir -p build/test-results
top=$PWD
work=$(mktemp -d build/test-results/copy.XXXXXX)
mkdir "$work/build"
leave_copy() { cd "$top" && rm -rf "$work"; }
for part in .git $(git ls-files | cut -d/ -f1 | sort -u); do cp -al "$part" "$work/$part"; done
# Another test may build at the same time: what goes away while it is copied is built anew.
for part in course lib obj simt view; do cp -al "build/$part" "$work/build/$part" 2>/dev/null || :; done
cp -rp build/config build/units "$work/build"
cd "$work" || exit 1
git checkout -q -- exercises solutions
ln -s build/course course
