// 02.1, not solved, "of memory" or "for too long": takes host memory until there is none.
#include <cstddef>
#include <cstring>
#include <new>

void transpose(float*, const float*, std::size_t, std::size_t) {
    constexpr std::size_t kPiece = std::size_t{64} << 20;
    for (;;)
        if (char* const piece = new (std::nothrow) char[kPiece]) std::memset(piece, 1, kPiece);
}
