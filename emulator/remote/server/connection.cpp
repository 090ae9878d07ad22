// See connection.hpp.
#include "emulator/remote/server/connection.hpp"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace simt::remote {
namespace {

constexpr std::size_t kStep = 1 << 20;  // memory grows as bytes arrive, not as a header promises

}  // namespace

short Connection::events(bool may_ask) const {
    if (ended_) return 0;
    if (!out_.empty()) return POLLOUT;
    return may_ask ? POLLIN : 0;
}

void Connection::end() {
    if (!ended_) close(fd_);
    ended_ = true;
}

void Connection::read_some() {
    std::size_t wanted = sizeof(Header);
    if (received_ >= sizeof(Header)) {
        Header header;
        std::memcpy(&header, in_.data(), sizeof header);
        if (header.bytes > kMostBytes) return end();
        wanted += header.bytes;
    }
    if (received_ == wanted) return;
    in_.resize(std::min(wanted, received_ + kStep));
    const ssize_t got = recv(fd_, in_.data() + received_, in_.size() - received_, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return end();
    if (got <= 0) return;
    received_ += static_cast<std::size_t>(got);
    if (received_ == sizeof(Header) && wanted == sizeof(Header))
        read_some();  // the body is often there already
}

void Connection::write_some() {
    const ssize_t sent = send(fd_, out_.data() + sent_, out_.size() - sent_, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return end();
    if (sent > 0) sent_ += static_cast<std::size_t>(sent);
    if (sent_ < out_.size()) return;
    out_.clear();
    sent_ = 0;
}

std::optional<Connection::Request> Connection::request() {
    if (ended_ || !out_.empty() || received_ < sizeof(Header)) return std::nullopt;
    Header header;
    std::memcpy(&header, in_.data(), sizeof header);
    if (received_ < sizeof header + header.bytes) return std::nullopt;
    return Request{header.call, std::span(in_).subspan(sizeof header, header.bytes)};
}

void Connection::done() { received_ = 0; }

void Connection::done(int error, std::span<const u8> body) {
    const Reply reply{error, static_cast<u32>(body.size())};
    const auto* const first = reinterpret_cast<const u8*>(&reply);
    out_.assign(first, first + sizeof reply);
    out_.insert(out_.end(), body.begin(), body.end());
    received_ = 0;
    write_some();
}

}  // namespace simt::remote
