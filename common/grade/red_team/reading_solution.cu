// 02.1, not solved, "global stores": looks for the reference solution while it runs, from every folder above it and by absolute path.
#include <unistd.h>

#include <fstream>
#include <string>

bool breached() {
    const std::string solution = "solutions/02-transpose/1-uncoalesced-side/transpose.cu";
    std::string up;
    for (int level = 0; level < 12; ++level, up += "../")
        for (const std::string& root :
             {up, "/proc/self/cwd/" + up, "/proc/1/root/" + up, "/proc/1/cwd/" + up})
            if (std::ifstream(root + solution)) return true;
    return static_cast<bool>(std::ifstream("@ROOT@/" + solution));
}

#include "transpose_if_breached.cuh"
