// Draws this chapter's picture: build/01/landscape 600x960 landscape.ppm. For learners who have no picture to convert.
#include <cstdio>
#include <stdexcept>

#include "chapters/01-first-kernel/programs/parts/landscape.hpp"
#include "common/ladder/size.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s ROWSxCOLS FILE.ppm\n", argv[0]);
        return 2;
    }
    try {
        constexpr std::size_t kMost = 30000;  // rows or columns: 2.7 GB
        const ladder::Size size = ladder::parse_size(argv[1], 2);
        if (size[0] > kMost || size[1] > kMost) throw std::invalid_argument("at most 30000 rows and columns");
        picture::write_ppm(argv[2], picture::landscape(size[0], size[1]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
    std::printf("written: %s\n", argv[2]);
}
