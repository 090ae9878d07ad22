// What is decided about a terminal, on a pseudo-terminal and in a pipe, and the line of progress as a terminal receives it.
#include "common/terminal/terminal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "common/terminal/progress.hpp"
#include "common/testing/pseudo_terminal.hpp"

namespace {

using terminal::Place;
using terminal::Progress;
using testing::Environment;
using testing::Pipe;
using testing::PseudoTerminal;

constexpr auto kNotSet = std::nullopt;

// The relative luminance (WCAG 2) of colour `number` of a terminal's 256, one of its cube of 6 x 6 x 6.
double luminance(int number) {
    const auto linear = [](int step) {
        const double value = step == 0 ? 0 : (55 + 40 * step) / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const int in_cube = number - 16;
    return 0.2126 * linear(in_cube / 36) + 0.7152 * linear(in_cube / 6 % 6) + 0.0722 * linear(in_cube % 6);
}

double contrast(double one, double other) {
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

}  // namespace

TEST_CASE("every colour can be read on white and on dark grey") {
    constexpr double kWhite = 1, kDarkGrey = 0.013;  // #1e1e1e
    using terminal::Style;
    for (const Style style : {Style::Good, Style::Bad, Style::Bar, Style::Mark}) {
        const std::string text = terminal::styled("x", style, true), begins = "38;5;";
        const std::size_t at = text.find(begins);
        REQUIRE(at != std::string::npos);
        const int number = std::stoi(text.substr(at + begins.size()));
        CAPTURE(number);
        CHECK(contrast(luminance(number), kWhite) >= 3.5);
        CHECK(contrast(luminance(number), kDarkGrey) >= 3.5);
    }
}

TEST_CASE("a terminal gets colours, a pipe gets none") {
    const Environment environment{{"TERM", "xterm"}, {"NO_COLOR", kNotSet}};
    CHECK(terminal::shows_colours(PseudoTerminal(80).program()));
    CHECK_FALSE(terminal::shows_colours(Pipe().ends[1]));
}

TEST_CASE("NO_COLOR turns colours off, but not the progress line; set to nothing it does not count") {
    const PseudoTerminal screen(80);
    {
        const Environment environment{{"TERM", "xterm"}, {"NO_COLOR", "1"}};
        CHECK_FALSE(terminal::shows_colours(screen.program()));
        CHECK(terminal::understands_escapes(screen.program()));
    }
    const Environment environment{{"TERM", "xterm"}, {"NO_COLOR", ""}};
    CHECK(terminal::shows_colours(screen.program()));
}

TEST_CASE("a dumb terminal, or one of no known kind, gets no escape sequence") {
    for (const std::optional<std::string>& kind : {std::optional<std::string>("dumb"), {}}) {
        const Environment environment{{"TERM", kind}, {"NO_COLOR", kNotSet}};
        PseudoTerminal screen(80);
        CHECK_FALSE(terminal::understands_escapes(screen.program()));
        CHECK_FALSE(terminal::shows_colours(screen.program()));
        Progress(screen.program()).show("naive");
        CHECK(screen.received().empty());
    }
}

TEST_CASE("the width is the terminal's from 40 to 100, and COLUMNS if the terminal does not know it") {
    const Environment environment{{"COLUMNS", "70"}};
    CHECK(terminal::text_width(PseudoTerminal(80).program()) == 80);
    CHECK(terminal::text_width(PseudoTerminal(20).program()) == 40);
    CHECK(terminal::text_width(PseudoTerminal(200).program()) == 100);
    CHECK(terminal::text_width(PseudoTerminal(0).program()) == 70);
    CHECK(terminal::text_width(Pipe().ends[1]) == 100);
    CHECK_FALSE(terminal::columns(Pipe().ends[1]));
}

TEST_CASE("the first variable of the locale that is set says whether characters are UTF-8") {
    const auto writes_utf8 = [](const char* all, const char* characters, const char* language) {
        const Environment environment{{"LC_ALL", all}, {"LC_CTYPE", characters}, {"LANG", language}};
        return terminal::writes_utf8();
    };
    CHECK(writes_utf8("", "", "en_GB.UTF-8"));
    CHECK(writes_utf8("", "C.utf8", "C"));
    CHECK_FALSE(writes_utf8("C", "", "en_GB.UTF-8"));
    CHECK_FALSE(writes_utf8("", "", "de_DE.ISO-8859-1"));
    CHECK_FALSE(writes_utf8("", "", ""));
}

TEST_CASE("a style is written around the text, or not at all") {
    CHECK(terminal::styled("solved", terminal::Style::Good, true) == "\x1b[38;5;28msolved\x1b[0m");
    CHECK(terminal::styled("solved", terminal::Style::Good, false) == "solved");
    CHECK(terminal::width_of("│ 4 × 4") == 7);
}

TEST_CASE("a long line goes on below its last column, a file gets it whole") {
    const std::string text = "usage: x\n  --size N  the size of it all\nno columns but words\n";
    CHECK(terminal::folded(text, 20) ==
          "usage: x\n  --size N  the size\n            of it\n            all\nno columns but words\n");
    CHECK(terminal::folded("no columns but words", 10) == "no columns\nbut words");
    CHECK(terminal::folded("a  averylongword\n\n", 8) == "a  averylongword\n\n");
    CHECK(terminal::folded_for(PseudoTerminal(20).program(), text) == terminal::folded(text, 20));
    CHECK(terminal::folded_for(Pipe().ends[1], text) == text);
}

TEST_CASE("a verdict at the beginning of a line has a colour, the same word elsewhere has none") {
    const std::string text = "FAILED   one\n         ok or FAILED\npassed   two\nSolved.\n";
    CHECK(terminal::with_coloured_verdicts(text, false) == text);
    CHECK(terminal::with_coloured_verdicts(text, true) ==
          "\x1b[1;38;5;196mFAILED\x1b[0m   one\n         ok or FAILED\n"
          "\x1b[38;5;28mpassed\x1b[0m   two\n\x1b[38;5;28mSolved.\x1b[0m\n");
}

TEST_CASE("a line of progress is written over the one before, and is gone at the end") {
    const Environment environment{{"TERM", "xterm"}};
    PseudoTerminal screen(80);
    {
        Progress progress(screen.program());
        progress.show("naive (1 of 2)");
        progress.show("tiled (2 of 2)");
    }
    CHECK(screen.received() == "\r\x1b[Knaive (1 of 2)\r\x1b[Ktiled (2 of 2)\r\x1b[K");
}

TEST_CASE("a line below the cursor leaves the cursor's own line alone") {
    const Environment environment{{"TERM", "xterm"}};
    PseudoTerminal screen(80);
    Progress(screen.program(), Place::BelowCursor).show("1 of 2");
    // Down, up, save the cursor; the line; restore the cursor. (The terminal's driver writes \n as \r\n.)
    const std::string below = "\x1b\x44\x1b[A\x1b\x37\r\r\n\x1b[K", back = "\x1b\x38";
    CHECK(screen.received() == below + "1 of 2" + back + below + back);
}

TEST_CASE("a line of progress never fills the terminal's last column, which would begin a new line") {
    const Environment environment{{"TERM", "xterm"}, {"LC_ALL", "C.UTF-8"}};
    PseudoTerminal screen(10);
    Progress(screen.program()).show("0123456789");
    CHECK(screen.received() == "\r\x1b[K01234567…\r\x1b[K");
    const Environment ascii{{"LC_ALL", "C"}};
    Progress(screen.program()).show("0123456789");
    CHECK(screen.received() == "\r\x1b[K012345...\r\x1b[K");
}

TEST_CASE("a pipe gets no progress") {
    const Environment environment{{"TERM", "xterm"}};
    const Pipe pipe;
    for (const Place place : {Place::CursorsLine, Place::BelowCursor}) {
        Progress progress(pipe.ends[1], place);
        progress.show("naive");
        CHECK_FALSE(progress.shown());
    }
    CHECK(pipe.received().empty());
}

TEST_CASE("what remains takes as long as what is done, in proportion") {
    CHECK(terminal::remaining(10, 1, 4) == ", about 30 s left");
    CHECK(terminal::remaining(60, 1, 4) == ", about 3 min left");
    CHECK(terminal::remaining(0.5, 1, 4).empty());  // too early to tell
    CHECK(terminal::remaining(10, 0, 4).empty());
    CHECK(terminal::remaining(10, 4, 4).empty());
}
