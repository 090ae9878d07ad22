// The kernel of exercise 04.4, for each of its loads: one warp that reads.
#include "exercises/04-matmul/4-predict-the-volume/loads.cuh"
#include "exercises/04-matmul/lone_load.cuh"

namespace loads {

template <class Load>
void launch(const char* matrix, int* never) {
    lone_load::launch<Load>(matrix, never);
}

template void launch<SimpleA<16>>(const char*, int*);
template void launch<SimpleB<16>>(const char*, int*);
template void launch<SimpleA<256>>(const char*, int*);
template void launch<SimpleB<256>>(const char*, int*);
template void launch<SimpleA<1>>(const char*, int*);
template void launch<SimpleB<1>>(const char*, int*);
template void launch<PairOfB>(const char*, int*);
template void launch<TileOfA>(const char*, int*);
template void launch<TileOneColumnOn>(const char*, int*);

}  // namespace loads
