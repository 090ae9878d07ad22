// Runs a command line for a test and keeps its output. Tests run in the repository's root.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace simt::testing {

inline std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A file of this test process; removed when it goes out of scope.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& ending = "")
        : path_("build/test/simt-" + std::to_string(getpid()) + "-" + std::to_string(++count_) + ending) {}
    ~TemporaryFile() { std::remove(path_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::string& path() const { return path_; }
    std::string text() const { return text_of(path_); }

  private:
    static inline int count_ = 0;
    std::string path_;
};

struct Ended {
    int exit_code = -1;  // 128 + the signal's number if the command was killed
    std::string out, err;
};

// Runs a command with sh. The command must not redirect its standard streams.
inline Ended shell(const std::string& command) {
    const TemporaryFile out(".out"), err(".err");
    const int status =
        std::system(("{ " + command + "\n} >" + out.path() + " 2>" + err.path() + " </dev/null").c_str());
    Ended ran;
    ran.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    ran.out = out.text();
    ran.err = err.text();
    return ran;
}

}  // namespace simt::testing
