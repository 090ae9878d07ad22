// Whole messages through a socket.
#pragma once

#include <errno.h>
#include <sys/socket.h>

#include <cstddef>

namespace judging {

// Both return false if the other process has ended.
inline bool send_all(int fd, const void* first, std::size_t bytes) {
    for (const auto* from = static_cast<const char*>(first); bytes > 0;) {
        const ssize_t sent = send(fd, from, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        from += sent;
        bytes -= static_cast<std::size_t>(sent);
    }
    return true;
}

inline bool receive_all(int fd, void* first, std::size_t bytes) {
    for (auto* to = static_cast<char*>(first); bytes > 0;) {
        const ssize_t received = recv(fd, to, bytes, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return false;
        to += received;
        bytes -= static_cast<std::size_t>(received);
    }
    return true;
}

}  // namespace judging
