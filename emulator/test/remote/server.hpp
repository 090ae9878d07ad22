// A server, build/grade/emulator, with a test at the other ends of its two connections.
#pragma once

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "emulator/remote/protocol.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::testing {

using remote::Call;
using remote::Reader;
using remote::Writer;

class Server {
  public:
    Server() {
        int judge[2], answer[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, judge) == 0);
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, answer) == 0);
        process_ = fork();
        if (process_ == 0) {
            // Out of the way first: 3 and 4 may be one of these.
            const int first = fcntl(judge[1], F_DUPFD, 100), second = fcntl(answer[1], F_DUPFD, 100);
            dup2(first, remote::kJudge);
            dup2(second, remote::kAnswer);
            close(first);
            close(second);
            const int nowhere = open("/dev/null", O_WRONLY);
            dup2(nowhere, STDERR_FILENO);
            execl("build/grade/emulator", "emulator", nullptr);
            _exit(127);
        }
        close(judge[1]);
        close(answer[1]);
        this->judge = judge[0];
        this->answer = answer[0];
    }
    ~Server() {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        close(judge);
        close(answer);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Whether the server ends by itself within some seconds, without an error.
    bool ends() {
        for (int tries = 0; tries < 5000; ++tries, usleep(2'000)) {
            int status = 0;
            if (waitpid(process_, &status, WNOHANG) == process_)
                return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        }
        return false;
    }

    int judge = -1, answer = -1;

  private:
    pid_t process_ = -1;
};

inline void send_bytes(int fd, const void* first, std::size_t count) {
    static_cast<void>(!send(fd, first, count, MSG_NOSIGNAL));
}

inline void send_request(int fd, Call call, const Writer& body = {}) {
    const remote::Header header{call, static_cast<u32>(body.bytes().size())};
    Writer message;
    message.put(header);
    message.put_bytes(body.bytes().data(), body.bytes().size());
    send_bytes(fd, message.bytes().data(), message.bytes().size());
}

struct Received {
    int error;
    std::vector<u8> body;
};

// The next answer, or nothing if none comes within this time or the connection has ended.
inline std::optional<Received> receive(int fd, int milliseconds = 10'000) {
    pollfd polled{fd, POLLIN, 0};
    remote::Reply reply;
    if (poll(&polled, 1, milliseconds) <= 0) return std::nullopt;
    if (recv(fd, &reply, sizeof reply, MSG_WAITALL) != sizeof reply) return std::nullopt;
    Received received{reply.error, std::vector<u8>(reply.bytes)};
    if (reply.bytes > 0 && recv(fd, received.body.data(), reply.bytes, MSG_WAITALL) != ssize_t(reply.bytes))
        return std::nullopt;
    return received;
}

inline std::optional<Received> ask(int fd, Call call, const Writer& body = {}) {
    send_request(fd, call, body);
    return receive(fd);
}

template <class... Values>
Writer written(const Values&... values) {
    Writer body;
    (body.put(values), ...);
    return body;
}

}  // namespace simt::testing
