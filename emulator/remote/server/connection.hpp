// One client's socket: reads requests and writes answers without ever waiting for the client, who may send half a request or leave
// its answers unread.
#pragma once

#include <optional>

#include "emulator/remote/server/session.hpp"

namespace simt::remote {

class Connection {
  public:
    Connection(int fd, bool of_judge) : session(of_judge), fd_(fd) {}

    // What poll() should wait for; 0 once the connection has ended.
    short events(bool may_ask) const;
    int fd() const { return fd_; }
    bool ended() const { return ended_; }
    void end();

    // After poll(): reads or writes what is possible now.
    void read_some();
    void write_some();

    // A whole request that has arrived and whose predecessors are answered. Its body is valid until done().
    struct Request {
        Call call;
        std::span<const u8> body;
    };
    std::optional<Request> request();
    // Takes the request away, with an answer or without one.
    void done();
    void done(int error, std::span<const u8> body);

    Session session;

  private:
    int fd_;
    bool ended_ = false;
    std::vector<u8> in_, out_;
    std::size_t received_ = 0, sent_ = 0;
};

}  // namespace simt::remote
