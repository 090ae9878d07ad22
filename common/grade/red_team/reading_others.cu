// 02.1, not solved, "global stores": looks for the answers of other students, and for their results.
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

// Whether a file of that name is below the folder.
static bool finds(const std::string& folder, const std::string& name) {
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().filename() == name) return true;
    return false;
}

bool breached() {
    return finds("@SUBMISSIONS@", "02.1.cu") || finds("@GRADES@", "grades.csv") ||
           finds("@ROOT@/build/grades", "grades.csv");
}

#include "transpose_if_breached.cuh"
