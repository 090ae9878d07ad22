// See submissions.hpp.
#include "common/grade/submissions.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "common/grade/files.hpp"
#include "common/grade/text.hpp"

namespace grade {
namespace {

// An open folder, closed at the end.
class Folder {
  public:
    explicit Folder(int number) : number_(number) {}
    ~Folder() {
        if (number_ >= 0) close(number_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    int number() const { return number_; }

  private:
    int number_;
};

struct Names {
    std::vector<std::string> all;  // sorted, without . and ..
    bool complete = true;
};

Names names_in(int folder, std::size_t most) {
    Names names;
    DIR* const stream = fdopendir(dup(folder));
    if (!stream) return names;
    while (const dirent* const entry = readdir(stream)) {
        const std::string name = entry->d_name;
        if (name == "." || name == "..") continue;
        if (names.all.size() == most) {
            names.complete = false;
            break;
        }
        names.all.push_back(name);
    }
    closedir(stream);
    std::sort(names.all.begin(), names.all.end());
    return names;
}

void read_answer(int folder, Submission& submission) {
    std::string& text = submission.text;
    submission.refused = read_bounded(folder, submission.file, kLargestAnswer, text);
    if (submission.refused.empty() && text.empty()) submission.refused = "It is empty.";
    if (text.find('\0') != std::string::npos) {
        submission.refused = "It is not a text: it contains a byte of value 0.";
        text.clear();
    }
}

Submission read_submission(int folder, const std::string& student, const std::string& file,
                           const std::vector<course::Exercise>& exercises) {
    Submission submission{student, file, "", "", ""};
    const bool is_answer = file.ends_with(".cu");
    const std::string id = is_answer ? file.substr(0, file.size() - 3) : "";
    if (course::find_in(exercises, id)) {
        submission.exercise = id;
        read_answer(folder, submission);
    } else {
        submission.refused = is_answer
                                 ? "There is no exercise of this number: an answer to 02.1 is called 02.1.cu."
                                 : "This is not an answer: an answer to 02.1 is called 02.1.cu.";
    }
    return submission;
}

}  // namespace

std::vector<Submission> read_submissions(const std::string& folder,
                                         const std::vector<course::Exercise>& exercises) {
    const Folder top(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (top.number() < 0)
        throw std::runtime_error(printable(folder) + " cannot be read: " + std::strerror(errno) +
                                 ". SUBMISSIONS=dir names the folder that has a folder for each student.");
    std::vector<Submission> all;
    for (const std::string& student : names_in(top.number(), ~std::size_t{0}).all) {
        const Folder inside(
            openat(top.number(), student.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (inside.number() < 0) {
            const bool other_kind = errno == ENOTDIR || errno == ELOOP;
            all.push_back({student, "", "", "",
                           other_kind ? "This is not a student's folder. Answers lie in one, as in "
                                        "SUBMISSIONS/STUDENT/02.1.cu."
                                      : std::string("It cannot be read: ") + std::strerror(errno) + "."});
            continue;
        }
        const Names names = names_in(inside.number(), kMostFiles);
        if (names.all.empty()) all.push_back({student, "", "", "", "The folder has no answer."});
        for (const std::string& file : names.all)
            all.push_back(read_submission(inside.number(), student, file, exercises));
        if (!names.complete)
            all.push_back(
                {student, "", "", "", "The folder has more than 1000 files, and the others were not read."});
    }
    return all;
}

}  // namespace grade
