#!/bin/sh
# `make slides` on imitated machines (common/make/stand_ins.sh): a small course with one deck, and stand-ins for node, npm,
# the browser and apt-get in PATH. What is installed when, what is built again after what change, and what a person is told.
set -u
. common/make/stand_ins.sh

make_tools
(cd "$tools" && rm -f node nodejs npm chromium* google-chrome* dpkg-query)
mkdir -p "$given" "$course/common" "$course/slides" "$course/chapters/02-first/results"
cp -r "$top/Makefile" "$course"
cp -r "$top/common/make" "$course/common/make"
cp -r "$top/common/node" "$course/common/node"
cp "$top/slides/marp.config.mjs" "$top/slides/course.css" "$top/slides/fit.mjs" "$course/slides"
echo "# A deck" >"$course/slides/02-first.md"

# npm installs a Marp that fails on a deck that says BROKEN; node writes the stamp of fit.mjs.
provide_all() {
    echo 'echo 0' | provide id
    echo 'exit 0' | provide chromium
    printf '[ "$1" = --version ] && echo v18.20.4 || echo fits >"$3"\n' | provide node
    provide npm <<'EOF'
mkdir -p build/node/node_modules/.bin
cat >build/node/node_modules/.bin/marp <<'MARP'
#!/bin/sh
while [ $# -gt 1 ]; do
    case $1 in
        -o) output=$2 ;;
        *.md) deck=$1 ;;
    esac
    shift
done
if grep BROKEN "$deck"; then echo "There is no region of that name"; else echo slides >"$output"; fi
MARP
chmod +x build/node/node_modules/.bin/marp
EOF
}

# rebuilds CASE: both files are rendered again and the fit is checked, and nothing is installed.
rebuilds() {
    call slides
    sleep 0.05  # what is changed next gets a later time: a file system's clock ticks every few milliseconds
    for step in "marp build/slides/02-first.html" "marp build/slides/02-first.pdf" "fit build/slides/02-first.html"; do
        expect "$1" "$step"
    done
    expect_not "$1" "npm ci"
}

call slides
expect "nothing there, no apt-get" "Missing: nodejs npm. This system has no apt-get"
expect_code "nothing there, no apt-get" 2
echo 'exit 0' | provide apt-get
echo 'echo 1000' | provide id
call slides
expect "neither root nor sudo" "ask an administrator to run: apt-get install nodejs npm"
expect_code "neither root nor sudo" 2
rm "$given/apt-get"

provide_all
echo 'echo v12.22.0' | provide node
call slides
expect "a Node too old" "Slides, plots and the site need Node 18 or newer, and here is v12.22.0"
expect_code "a Node too old" 2
provide_all
echo 'echo "no such host"; exit 1' | provide npm
call slides
expect "npm without a network" "no such host"
expect "npm without a network" "npm could not install its packages"
expect_code "npm without a network" 2

provide_all
call slides
expect "the first build installs Marp, the line printed first" "npm ci --prefix build/node"
expect "the first build names the decks" "Decks: build/slides/02-first.html"
expect_code "the first build, without a compiler" 0
call slides
[ "$said" = "Decks: build/slides/02-first.html and the same as .pdf" ] || fail "the second build does nothing"
echo "more" >>"$course/slides/02-first.md"
rebuilds "a changed deck"
echo "rows" >"$course/chapters/02-first/results/gpu.csv"
rebuilds "new results"
echo "// a rung" >"$course/chapters/02-first/1_rung.cuh"
rebuilds "a new rung"
mkdir -p "$course/chapters/02-first/programs" "$course/chapters/02-first/results/clocks"
echo "// a program" >"$course/chapters/02-first/programs/clocks.cu"
rebuilds "a new program"
echo "rows" >"$course/chapters/02-first/results/clocks/gpu.csv"
rebuilds "what a program measured"
rm "$course/chapters/02-first/1_rung.cuh"
rebuilds "a rung that is gone"
touch "$course/slides/course.css"
rebuilds "a changed theme"

echo "BROKEN" >"$course/slides/02-first.md"
call slides
expect "a deck that quotes what is not there" "There is no region of that name"
expect_code "a deck that quotes what is not there" 2
[ ! -e "$course/build/slides/02-first.html" ] || fail "a deck that cannot be built leaves no old one behind"

[ "$failures" = 0 ] || { echo "$failures checks failed"; exit 1; }
