#!/bin/sh
# The tests of the decks' plugin, that every deck finds what it quotes, and that the lessons' figures are up to date. They need
# Node alone: no Marp, no browser.
if ! node --version >/dev/null 2>&1; then
    echo "the slides' tests need Node, which make slides installs"
    exit 77
fi
node --test slides/plugin/*_test.mjs || exit 1
for script in chapters/*/figures/draw.mjs common/pages/draw.mjs; do
    node "$script" --check || exit 1
done
