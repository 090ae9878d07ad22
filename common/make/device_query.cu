// Prints "name, compute capability, " of the first GPU, in nvidia-smi's form, for machines that have a driver
// but no nvidia-smi (many containers). Built by detect.sh with the runtime linked in, so that it never meets
// the emulator.
#include <cstdio>

int main() {
    cudaDeviceProp device{};
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 1;
    std::printf("%s, %d.%d, \n", device.name, device.major, device.minor);
    return 0;
}
