// 02.1, not solved, "global stores": fills every folder in which it may write, up to 4 GB.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <vector>

bool breached() {
    signal(SIGXFSZ, SIG_IGN);
    const std::vector<char> piece(std::size_t{16} << 20, 'x');
    std::size_t all = 0;
    for (const char* const folder : {"/tmp", "/dev/shm", "/dev", "/var/tmp", "/run", "/", "."})
        for (int number = 0; number < 128; ++number) {
            const int file =
                open((folder + ("/flood-" + std::to_string(number))).c_str(), O_WRONLY | O_CREAT, 0600);
            if (file < 0) break;
            for (int pieces = 0; pieces < 2; ++pieces)
                if (const ssize_t bytes = write(file, piece.data(), piece.size()); bytes > 0)
                    all += static_cast<std::size_t>(bytes);
            close(file);
        }
    return all > (std::size_t{1} << 30);
}

#include "transpose_if_breached.cuh"
