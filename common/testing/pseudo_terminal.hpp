// A terminal for tests, a pipe to compare it with, and an environment: what a program writes depends on these three.
#pragma once

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace testing {

// A terminal of so many columns; what is written to program() arrives at the other end.
class PseudoTerminal {
  public:
    explicit PseudoTerminal(unsigned short columns) : other_end_(posix_openpt(O_RDWR | O_NOCTTY)) {
        REQUIRE(grantpt(other_end_) == 0);
        REQUIRE(unlockpt(other_end_) == 0);
        program_ = open(ptsname(other_end_), O_RDWR | O_NOCTTY);
        REQUIRE(program_ >= 0);
        const winsize size{24, columns, 0, 0};
        REQUIRE(ioctl(program_, TIOCSWINSZ, &size) == 0);
    }
    ~PseudoTerminal() {
        close(program_);
        close(other_end_);
    }
    int program() const { return program_; }

    // What has arrived since the last call. What is written arrives a little later, so a last character is sent after it.
    std::string received() {
        constexpr char kLast = '\x04';
        REQUIRE(write(program_, &kLast, 1) == 1);
        std::string text;
        for (char c; read(other_end_, &c, 1) == 1 && c != kLast;) text += c;
        return text;
    }

    // Reads until the words have arrived.
    void wait_for(const std::string& words) {
        std::string text;
        for (char c; text.find(words) == std::string::npos && read(other_end_, &c, 1) == 1;) text += c;
    }

  private:
    int other_end_, program_ = -1;
};

struct Pipe {
    Pipe() { REQUIRE(pipe2(ends, O_NONBLOCK) == 0); }
    ~Pipe() {
        close(ends[0]);
        close(ends[1]);
    }
    std::string received() const {
        std::string text(1000, '\0');
        const ssize_t count = read(ends[0], text.data(), text.size());
        text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return text;
    }
    int ends[2];
};

// The environment with these variables, until the end of the test; without a value a variable is not set.
class Environment {
  public:
    using Variable = std::pair<const char*, std::optional<std::string>>;
    Environment(std::initializer_list<Variable> variables) {
        for (const auto& [name, value] : variables) {
            const char* const before = std::getenv(name);
            before_[name] = before ? std::optional<std::string>(before) : std::nullopt;
            set(name, value);
        }
    }
    ~Environment() {
        for (const auto& [name, value] : before_) set(name, value);
    }

  private:
    static void set(const std::string& name, const std::optional<std::string>& value) {
        if (value)
            setenv(name.c_str(), value->c_str(), 1);
        else
            unsetenv(name.c_str());
    }
    std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace testing
