// 02.1, not solved, "for too long": sleeps past the limit while it catches every signal, with limits raised as far as they go.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>

void transpose(float*, const float*, std::size_t, std::size_t) {
    for (int number = 1; number < 65; ++number) signal(number, [](int) {});
    for (const auto resource : {RLIMIT_CPU, RLIMIT_NPROC, RLIMIT_AS, RLIMIT_FSIZE}) {
        rlimit limit{};
        getrlimit(resource, &limit);
        limit.rlim_cur = limit.rlim_max;
        setrlimit(resource, &limit);
    }
    for (;;) pause();
}
