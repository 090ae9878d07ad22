// See watch.hpp. The file's time is looked at several times a second: that works on every file system, also where
// nothing is told of changes, and sees editors that write a new file in the old one's place.
#include "common/course/watch.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "common/course/guide.hpp"
#include "common/course/hints.hpp"
#include "common/course/terminal_text.hpp"
#include "common/terminal/terminal.hpp"
#include "common/testing/process.hpp"

namespace course {
namespace {

constexpr int kLookEvery = 300;  // milliseconds

termios as_before;

void restore_terminal() { tcsetattr(STDIN_FILENO, TCSANOW, &as_before); }

void stop(int number) {
    restore_terminal();
    testing::kill_processes();
    _exit(128 + number);
}

// Keys arrive one by one and are not echoed, until the program ends.
void read_single_keys() {
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &as_before) != 0)
        throw std::runtime_error("watch reads keys, and its input is no terminal: use check.");
    termios single = as_before;
    single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &single);
    std::atexit(restore_terminal);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
}

// The key typed within kLookEvery, 'q' at the end of the input, 0 if there was none.
char key() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, kLookEvery) <= 0) return 0;
    char typed = 0;
    return read(STDIN_FILENO, &typed, 1) == 1 ? typed : 'q';
}

// Between an editor's removal of the old file and its new one.
constexpr auto kNotThere = std::filesystem::file_time_type::min();

// When the file was written.
std::filesystem::file_time_type written(const std::string& file) {
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file, missing);
    return missing ? kNotThere : time;
}

// The codes that clear the screen; none for a file or a terminal that does not know them.
const char* clears_screen() {
    return terminal::understands_escapes(STDOUT_FILENO) ? "\033[H\033[2J\033[3J" : "";
}

}  // namespace

ExitCode watch(const Exercise& first, const std::vector<Exercise>& exercises, const Arguments& arguments) {
    read_single_keys();
    const Exercise* exercise = &first;
    ExitCode latest = kNotSolved;
    for (bool due = true;;) {
        if (due) {
            std::fputs(clears_screen(), stdout);
            std::printf("Checking %s ...\n\n", exercise->id.c_str());
            std::fflush(stdout);
        }
        const auto seen = written(exercise->answer);
        if (due) {
            latest = check(*exercise, exercises, arguments);
            std::printf("\nSave the file to check it again. Keys: h hint, l list, n next, r check, q quit\n");
            std::fflush(stdout);
        }
        due = false;
        char typed = 0;
        const auto unchanged = [&](const auto now) { return now == seen || now == kNotThere; };
        while (!typed && unchanged(written(exercise->answer))) typed = key();
        if (typed == 'q') return latest;
        if (typed == 'h')
            std::printf("\n%s", wrapped_paragraphs(next_hint(*exercise, hints_seen(*exercise)),
                                                   terminal::text_width(STDOUT_FILENO))
                                    .c_str());
        if (typed == 'l') std::printf("\n%s", list_text(exercises, Progress(progress_file())).c_str());
        if (typed == 'n') {
            const Exercise* const next = next_after(exercise->id, exercises, Progress(progress_file()));
            if (next) exercise = next;
        }
        std::fflush(stdout);
        due = !typed || typed == 'n' || typed == 'r';
    }
}

}  // namespace course
