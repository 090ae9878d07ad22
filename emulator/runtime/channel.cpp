// cudaCreateChannelDesc's C function, which only fills a structure. Programs call it before they find out that the
// emulator has no arrays.
#include "emulator/runtime/entry_points.hpp"

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
