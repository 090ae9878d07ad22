// A folder for the files of one test; two clones may run the same test at once. It is deleted at the end of the test.
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace testing {

class TemporaryFolder {
  public:
    TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "learn-cuda.XXXXXX") {
        if (!mkdtemp(path_.data())) throw std::system_error(errno, std::generic_category(), path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;  // too late to change the test's result
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};

}  // namespace testing
