// What printf in a kernel makes of formats, the odd ones too: a line a case, "format: [text] result". The emulator is to print
// the same lines as a GPU (../formats_test.cpp; results/formats.txt is what an H200 printed). Formats are no literals here, so
// that the compiler says nothing about them.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

// The cases of a kernel, of which one is wanted, or all (-1).
struct Cases {
    int wanted, next = 0;
    template <class... Arguments>
    __device__ void operator()(const char* format, Arguments... arguments) {
        if (wanted != -1 && wanted != next++) return;
        printf("%s: [", format);
        const int result = printf(format, arguments...);
        printf("] %d\n", result);
    }
};

__global__ void integers(int wanted) {
    Cases show{wanted};
    show("%d %i %u %o %x %X %c", -5, 7, 4000000000u, 8, 255, 255, 'q');
    show("%hx|%d", 70000, 3);
    show("%hX|%d", 70000, 3);
    show("%ho|%d", 70000, 3);
    show("%lx|%lX|%lo|%d", 70000l, 70000l, 70000l, 3);
    show("%llx|%llX|%llo|%d", 70000ll, 70000ll, 70000ll, 3);
    show("%li|%lli|%d", 70000l, 70000ll, 3);
    show("%ld %lu %lx %lo %lld %llu %llx", -5L, 1ul << 63, ~0ul, 8ul, 1ll << 40, ~0ull, ~0ull);
    show("%lllld %d", 1ll << 40, 3);
    show("%hld %d", 1ll << 40, 3);
    show("%lhd %d", 1ll << 40, 3);
    show("%hhhd %d", 70000, 3);
    show("%d %lld %d %lld", 1, 2ll, 3, 4ll);
    show("%lli %hi", -1ll, -1);
    show("%D %d", 5, 3);
    show("%U %d", 5, 3);
    show("%O %d", 5, 3);
    show("%y %d", 5, 3);
    show("%r %d", 5, 3);
}

__global__ void floats(int wanted) {
    Cases show{wanted};
    show("%f %e %g %a %F %E %G %A", 1.5, -2.5e10, 1e-5, 0.1, 2.0, 3.0, 1e20, 1.0);
    show("%lf %le %lg %la", 1.5, 2.5, 3.5, 4.5);
    show("%hf %d", 1.5, 3);
    show("%f %f %f", 1.0 / 0.0, -1.0 / 0.0, 0.0 * (1.0 / 0.0));
    show("%F %E %G %A", 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0);
    show("%5f|%05f|%-8f|%+f", 1.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0);
    show("%a %.0a %.3a %20a %A", 4.9406564584124654e-324, 1.5, 0.1, 1.0, 255.5);
    show("%.0f %.1f %.20f %.60f", 0.5, 0.25, 0.1, 1e-10);
    show("%g %g %g %g", 1e-5, 123456.0, 1234567.0, 0.0001);
    show("%#g %#.0f %#x %#o %#X", 1.0, 2.0, 255, 8, 0);
    show("%f", -0.0);
    show("%300.250f", 1.0 / 3);
}

__global__ void widths(int wanted) {
    Cases show{wanted};
    show("%5d|%-5d|%05d|%+d|% d|%+5d|% 05d|%-+6d|", 42, 42, 42, 42, 42, 42, 42, 42);
    show("%.3d|%8.3d|%-8.3d|%08.3d|%.0d|%.d|", 7, 7, 7, 7, 0, 0);
    show("%8.3f|%-8.2e|%+.1g|% 8.1f|%08.2f|", 3.14159, 1234.5, 0.05, 2.25, -2.25);
    show("%*d|", 6, 42);
    show("%-*d|", 6, 42);
    show("%*d|", -6, 42);
    show("%0*d|", 6, 42);
    show("%.*f|", 2, 3.14159);
    show("%.*d|", 4, 42);
    show("%.*s|", 2, "text");
    show("%*.*f|", 9, 2, 3.14159);
    show("%*.2f|", 9, 3.14159);
    show("%9.*f|", 2, 3.14159);
    show("%.-3d|%d", 7, 8);
    show("%.+3d|%d", 7, 8);
    show("%.03d|%d", 7, 8);
    show("%5-d|%d", 7, 8);
    show("%-05d|%0-5d|%--5d|%++d|%  d|%##x", 7, 7, 7, 7, 7, 7);
    show("%5*d|%d", 5, 6, 7);
    show("%5.3.2f|%d", 1.5, 7);
    show("%5..2f|%d", 1.5, 7);
    show("%2$d %1$d", 6, 7);
    show("%1024d|", 7);
    show("%-70d|%70d|", 7, 8);
    show("%.70d|", 7);
    show("%00000000000000005d|", 7);
    show("% +d|%+ d|", 7, 7);
}

__global__ void strings(int wanted, const char* long_one) {
    Cases show{wanted};
    show("%s and %10s and %-6.2s|", "text", "right", "left");
    show("%s|%5s|%.0s|%d", "", "", "text", 3);
    show("%p|%20p|%-20p|%d", reinterpret_cast<void*>(0x1234), reinterpret_cast<void*>(0x12345678abcd),
         reinterpret_cast<void*>(1), 5);
    show("%p|%d", static_cast<void*>(nullptr), 5);
    show("%lp|%hp|%d", reinterpret_cast<void*>(0x1234), reinterpret_cast<void*>(0x1234), 5);
    show("%#p|%+p|%08p|%d", reinterpret_cast<void*>(0x12), reinterpret_cast<void*>(0x12),
         reinterpret_cast<void*>(0x12), 5);
    show("%c%c%c|%5c|%-5c|%05c", 'a', 353, 'c', 'd', 'e', 'f');
    show("%s", long_one);
    show(long_one);
    show("%hs|%d", "one", 4);
    show("%lc|%d", long{'a'}, 4);
    show("%hc|%d", 'b', 4);
    show("%.3c|%d", 'a', 4);
    show("%05s|%+s|%#s", "a", "b", "c");
}

__global__ void percents(int wanted) {
    Cases show{wanted};
    show("");
    show("no arguments");
    show("100 %%, %d%%%d", 1, 2);
    show("%5%|%d", 7);
    show("%-5%|%d", 7);
    show("%l%|%d", 7);
    show("%.2%|%d", 7);
    show("%%%%%d", 7);
    show("end %");
    show("end %5");
    show("end %l");
    show("end %-");
    show("end %5.");
    show("end %*", 5);
    show("%\t%d", 5);
    show("%d%", 5);
    show("%! %d", 5);
    show("%5! %d", 5);
    show("%lk %d", 5);
    show("%d %d", 1, 2, 3);
    show("no specifier", 1, 2, 3);
    show("tab\tbell\\ \"quotes\" \x80\xff");
}

// 32 arguments are the most.
__global__ void many(int wanted) {
    Cases show{wanted};
    show("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d", 1,
         2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
         29, 30, 31, 32);
    show("%f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f",
         1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0,
         19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0);
}

void run(const std::string& group, int wanted) {
    char* long_one = nullptr;
    if (group == "integers") integers<<<1, 1>>>(wanted);
    if (group == "floats") floats<<<1, 1>>>(wanted);
    if (group == "widths") widths<<<1, 1>>>(wanted);
    if (group == "percents") percents<<<1, 1>>>(wanted);
    if (group == "many") many<<<1, 1>>>(wanted);
    if (group == "strings") {
        if (cudaMallocManaged(&long_one, 3001) != cudaSuccess) std::exit(1);
        for (int k = 0; k < 3000; ++k) long_one[k] = static_cast<char>('a' + k % 26);
        long_one[3000] = 0;
        strings<<<1, 1>>>(wanted, long_one);
    }
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s: %s\n", group.c_str(), cudaGetErrorName(error));
}

}  // namespace

// formats              every case
// formats GROUP CASE   one of them: on a GPU, the host's printf can fall over a format
int main(int argc, char** argv) {
    if (argc == 3) {
        run(argv[1], std::atoi(argv[2]));
        return 0;
    }
    for (const char* group : {"integers", "floats", "widths", "percents", "many", "strings"}) run(group, -1);
    return 0;
}
