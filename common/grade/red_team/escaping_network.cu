// 02.1, not solved, "global stores": looks for the outside: a server on this machine, the network's name servers, sockets of the
// system's services, abstract sockets.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

static bool connects(const sockaddr* address, socklen_t size) {
    const int connection = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK, 0);
    return connection >= 0 && connect(connection, address, size) == 0;
}

static bool connects_to_file(const char* path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path + abstract, path, sizeof address.sun_path - 2);
    return connects(reinterpret_cast<const sockaddr*>(&address),
                    static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + abstract + std::strlen(path)));
}

// A route to the outside: a datagram socket is told its own address without anything being sent.
static bool has_route() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(53);
    inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
    const int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    return datagrams >= 0 &&
           connect(datagrams, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool breached() {
    for (const char* const path : {"/run/dbus/system_bus_socket", "/var/run/docker.sock",
                                   "/run/munge/munge.socket.2", "/run/systemd/private"})
        if (connects_to_file(path, false)) return true;
    return connects_to_file("@LISTENER@", true) || has_route();
}

#include "transpose_if_breached.cuh"
