// The one texture call that only fills a structure, which programs make before they find out that arrays are not there.
#include "emulator/runtime/entry_points.hpp"

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
