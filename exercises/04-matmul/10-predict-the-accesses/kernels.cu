// The kernel of exercise 04.10, for each of its loads: one warp that reads.
#include "exercises/04-matmul/10-predict-the-accesses/loads.cuh"
#include "exercises/04-matmul/lone_load.cuh"

namespace loads {

template <class Load>
void launch(const char* matrix, int* never) {
    lone_load::launch<Load>(matrix, never);
}

template void launch<SimpleM<32, 1024>>(const char*, int*);
template void launch<SimpleN<32, 1024>>(const char*, int*);
template void launch<TileOfM<16, 16>>(const char*, int*);
template void launch<TileOfM<4, 1024>>(const char*, int*);
template void launch<TileOfM<8, 1024>>(const char*, int*);
template void launch<TileOfM<16, 1024>>(const char*, int*);
template void launch<TileOfM<32, 1024>>(const char*, int*);

}  // namespace loads
