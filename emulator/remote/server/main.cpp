// build/grade/emulator: the emulator as a process of its own, between a judge and an answer.
//
// It holds device memory, runs launches and counts. One request at a time, the judge's first. The answer is served while the judge
// has a window open, that is, during a call of the answer; before the first one, an answer may only register its device code. So
// nothing changes a result after the call that made it has returned. The server ends with the judge.
#include <poll.h>
#include <signal.h>
#include <stdio.h>

#include <algorithm>
#include <cstdlib>

#include "emulator/error.hpp"
#include "emulator/remote/server/calls.hpp"
#include "emulator/remote/server/connection.hpp"

namespace simt::remote {
namespace {

// Kernels print to this process's standard output, and findings go to standard error. Both end after so many bytes.
constexpr size_t kMostPrinted = 1 << 20;

struct Limited {
    FILE* to;
    size_t left = kMostPrinted;
};

ssize_t write_limited(void* cookie, const char* text, size_t bytes) {
    auto& limited = *static_cast<Limited*>(cookie);
    const size_t kept = std::min(bytes, limited.left);
    fwrite(text, 1, kept, limited.to);
    fflush(limited.to);
    limited.left -= kept;
    return static_cast<ssize_t>(bytes);
}

FILE* limited(FILE* to) {
    auto* const cookie = new Limited{to};
    return fopencookie(cookie, "w",
                       {.read = nullptr, .write = write_limited, .seek = nullptr, .close = nullptr});
}

class Server {
  public:
    void run() {
        while (!judge_.ended()) {
            if (serve(judge_) || (may_serve_answer() && serve(answer_))) continue;
            wait();
        }
    }

  private:
    bool may_serve_answer() {
        const auto request = answer_.request();
        return request && (window_ || (!called_ && request->call <= Call::kLastRegistration));
    }

    // Waits until a client sends something or reads its answer. A request of the answer that has to wait is left alone.
    void wait() {
        const bool listens = (window_ || !called_) && !answer_.request();
        pollfd polled[] = {{judge_.fd(), judge_.events(true), 0}, {answer_.fd(), answer_.events(listens), 0}};
        if (polled[1].events == 0) polled[1].fd = -1;  // else poll returns at once if it was hung up
        if (poll(polled, 2, -1) < 0) return;
        advance(judge_, polled[0]);
        advance(answer_, polled[1]);
    }

    static void advance(Connection& connection, const pollfd& polled) {
        if (polled.revents == 0) return;
        if (polled.events & POLLOUT)
            connection.write_some();
        else
            connection.read_some();
    }

    // Serves one request of the connection; false if there is none.
    bool serve(Connection& connection) {
        const auto request = connection.request();
        if (!request) return false;
        const bool of_judge = &connection == &judge_;
        if (of_judge && (request->call == Call::OpenWindow || request->call == Call::CloseWindow)) {
            window_ = request->call == Call::OpenWindow;
            called_ = true;
            connection.done();
            return true;
        }
        try {
            Reader in(request->body);
            Writer out;
            const int error =
                answer(request->call, connection.session, of_judge ? &answer_.session : nullptr, in, out);
            if (is_answered(request->call))
                connection.done(error, out.bytes());
            else
                connection.done();
        } catch (const Malformed&) {
            end(connection, "a message is malformed");
        } catch (const std::exception& error) {
            end(connection, error.what());
        }
        return true;
    }

    void end(Connection& connection, const char* why) {
        fprintf(stderr, "simt: the connection of the %s is closed: %s\n",
                &connection == &judge_ ? "judge" : "answer", why);
        connection.end();
    }

    Connection judge_{kJudge, true}, answer_{kAnswer, false};
    bool window_ = false, called_ = false;
};

}  // namespace
}  // namespace simt::remote

int main() {
    signal(SIGPIPE, SIG_IGN);
    stdout = simt::remote::limited(stdout);
    stderr = simt::remote::limited(stderr);
    simt::remote::Server().run();
    fflush(stdout);
    fflush(stderr);
    std::_Exit(EXIT_SUCCESS);  // no report at the end of a program: the judge has asked for what it needs
}
