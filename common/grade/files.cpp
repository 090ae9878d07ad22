// See files.hpp.
#include "common/grade/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace grade {
namespace {

// A file descriptor that is closed at the end.
class File {
  public:
    explicit File(int number) : number_(number) {}
    ~File() {
        if (number_ >= 0) close(number_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    int number() const { return number_; }

  private:
    int number_;
};

std::string refusal_of(mode_t mode) {
    const char* const kind = S_ISLNK(mode)    ? "a symbolic link"
                             : S_ISDIR(mode)  ? "a folder"
                             : S_ISFIFO(mode) ? "a FIFO"
                             : S_ISSOCK(mode) ? "a socket"
                                              : "a device";
    return std::string("This is ") + kind + ", not a file.";
}

std::string cannot_be_read(int error) {
    return std::string("It cannot be read: ") + std::strerror(error) + ".";
}

std::string in_words(std::size_t bytes) {
    return bytes >= 1 << 20 ? std::to_string(bytes >> 20) + " MiB" : std::to_string(bytes) + " bytes";
}

std::string read_all(int file, std::size_t most, std::string& text) {
    for (;;) {
        char bytes[1 << 16];
        const ssize_t count = read(file, bytes, sizeof bytes);
        if (count < 0) return cannot_be_read(errno);
        if (count == 0) return "";
        text.append(bytes, static_cast<std::size_t>(count));
        if (text.size() > most) return "It has more than " + in_words(most) + ".";
    }
}

}  // namespace

std::string read_bounded(int folder, const std::string& name, std::size_t most, std::string& text) {
    struct stat kind {};
    if (fstatat(folder, name.c_str(), &kind, AT_SYMLINK_NOFOLLOW) != 0) return cannot_be_read(errno);
    if (!S_ISREG(kind.st_mode)) return refusal_of(kind.st_mode);
    // Without waiting: it may have become a FIFO since.
    const File file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (file.number() < 0 || fstat(file.number(), &kind) != 0) return cannot_be_read(errno);
    if (!S_ISREG(kind.st_mode)) return refusal_of(kind.st_mode);
    const std::string refused = read_all(file.number(), most, text);
    if (!refused.empty()) text.clear();
    return refused;
}

void write_atomically(const std::string& path, const std::string& text) {
    const std::string beside = path + ".new." + std::to_string(getpid());
    {
        const File file(open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
        std::size_t written = 0;
        while (file.number() >= 0 && written < text.size()) {
            const ssize_t more = write(file.number(), text.data() + written, text.size() - written);
            if (more <= 0) break;
            written += static_cast<std::size_t>(more);
        }
        if (file.number() < 0 || written < text.size() || fsync(file.number()) != 0)
            throw std::runtime_error(path + " cannot be written: " + std::strerror(errno) + ".");
    }
    if (std::rename(beside.c_str(), path.c_str()) != 0)
        throw std::runtime_error(path + " cannot be written: " + std::strerror(errno) + ".");
}

}  // namespace grade
