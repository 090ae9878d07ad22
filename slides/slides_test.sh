#!/bin/sh
# The tests of the decks' plugin, and that every deck finds what it quotes. They need Node alone: no Marp, no browser.
if ! node --version >/dev/null 2>&1; then
    echo "the slides' tests need Node, which make slides installs"
    exit 77
fi
node --test slides/plugin/*_test.mjs
