#!/bin/sh
# `make slides` on machines that this one is not: a small course with one deck, and stand-ins for node, npm, the browser
# and apt-get in PATH. What is installed when, what is built again after what change, and what a person is told.
set -u
top=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools=$work/tools   # the system's commands, apart from those that the cases provide
given=$work/given   # the stand-ins of the case at hand
course=$work/course
failures=0

mkdir -p "$tools" "$given" "$course/common" "$course/slides" "$course/chapters/02-first/results"
for folder in /bin /usr/bin; do
    ln -sf "$folder"/* "$tools" 2>/dev/null
done
(cd "$tools" && rm -f node nodejs npm chromium* google-chrome* apt-get sudo id dpkg-query nvcc nvidia-smi)
cp -r "$top/Makefile" "$course"
cp -r "$top/common/make" "$course/common/make"
cp "$top"/slides/package*.json "$top/slides/marp.config.mjs" "$top/slides/course.css" "$top/slides/fit.mjs" "$course/slides"
echo "# A deck" >"$course/slides/02-first.md"

# provide NAME: the script on standard input becomes a command.
provide() {
    { echo '#!/bin/sh'; cat; } >"$given/$1"
    chmod +x "$given/$1"
}

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

# slides: runs make as a learner would; leaves $said and $code.
slides() {
    said=$(cd "$course" && env -i PATH="$given:$tools" HOME="$work" CUDA_HOME=/nowhere make slides 2>&1)
    code=$?
}
fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n%s\n(exit code %s)\n\n' "$1" "$said" "$code"
}
expect() { case $said in *"$2"*) ;; *) fail "$1: it should say \"$2\"" ;; esac; }
expect_not() { case $said in *"$2"*) fail "$1: it should not say \"$2\"" ;; esac; }
expect_code() { [ "$code" = "$2" ] || fail "$1: exit code $2 expected"; }
# rebuilds CASE: both files are rendered again and the fit is checked, and nothing is installed.
rebuilds() {
    slides
    sleep 0.05  # what is changed next gets a later time: a file system's clock ticks every few milliseconds
    for step in "marp build/slides/02-first.html" "marp build/slides/02-first.pdf" "fit build/slides/02-first.html"; do
        expect "$1" "$step"
    done
    expect_not "$1" "npm ci"
}

slides
expect "nothing there, no apt-get" "Missing: nodejs npm chromium. This system has no apt-get"
expect_code "nothing there, no apt-get" 2
echo 'exit 0' | provide apt-get
echo 'echo 1000' | provide id
slides
expect "neither root nor sudo" "ask an administrator to run: apt-get install nodejs npm chromium"
expect_code "neither root nor sudo" 2
rm "$given/apt-get"

provide_all
echo 'echo v12.22.0' | provide node
slides
expect "a Node too old" "The slides need Node 18 or newer, and here is v12.22.0"
expect_code "a Node too old" 2
provide_all
echo 'echo "no such host"; exit 1' | provide npm
slides
expect "npm without a network" "no such host"
expect "npm without a network" "npm could not install Marp"
expect_code "npm without a network" 2

provide_all
slides
expect "the first build installs Marp, the line printed first" "npm ci --prefix build/node"
expect "the first build names the decks" "Decks: build/slides/02-first.html"
expect_code "the first build, without a compiler" 0
slides
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
slides
expect "a deck that quotes what is not there" "There is no region of that name"
expect_code "a deck that quotes what is not there" 2
[ ! -e "$course/build/slides/02-first.html" ] || fail "a deck that cannot be built leaves no old one behind"

[ "$failures" = 0 ] || { echo "$failures checks failed"; exit 1; }
