// 02.1, not solved, "an exception came out of it": throws a number, and the second time an object whose destructor throws.
#include <cstddef>

struct Odd {
    ~Odd() noexcept(false) { throw 2; }
};

void transpose(float*, const float*, std::size_t, std::size_t) {
    static int calls = 0;
    if (calls++ == 0) throw 1;
    throw Odd{};
}
