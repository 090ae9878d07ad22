// See gpu.hpp.
#include "common/grade/gpu.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace grade {

namespace fs = std::filesystem;

std::vector<std::string> gpu_device_files(const std::string& folder) {
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().filename().string().starts_with("nvidia")) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string gpu_driver_folder() {
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (!driver) return "";
    link_map* loaded = nullptr;
    std::string folder;
    if (dlinfo(driver, RTLD_DI_LINKMAP, &loaded) == 0)
        folder = fs::weakly_canonical(fs::path(loaded->l_name).parent_path());
    dlclose(driver);
    return folder;
}

std::vector<std::string> gpu_environment() {
    std::vector<std::string> variables;
    if (const std::string folder = gpu_driver_folder(); !folder.empty())
        variables.push_back("LD_LIBRARY_PATH=" + folder);
    if (const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES"))
        variables.push_back(std::string("CUDA_VISIBLE_DEVICES=") + visible);
    return variables;
}

}  // namespace grade
