// 02.1, not solved, "global stores": replaces the files of its own folder by FIFOs, folders and symbolic links to others' files.
#include <sys/stat.h>
#include <unistd.h>

#include <string>

bool breached() {
    for (const std::string name :
         {"log", "record", "record.txt", "report", "counts", "errors", "out", "answer", "stdout"}) {
        unlink(name.c_str());
        rename(name.c_str(), (name + ".away").c_str());
    }
    for (const char* const name : {"log", "record.txt", "stdout"})
        if (mkfifo(name, 0666) != 0) continue;
    for (const char* const name : {"record", "report", "errors"})
        if (mkdir(name, 0777) != 0) continue;
    for (const char* const name : {"counts", "out", "answer"})
        if (symlink("/dev/zero", name) != 0) continue;
    return false;
}

#include "transpose_if_breached.cuh"
