// Files that others have written, and files that must never be half written.
#pragma once

#include <string>

namespace grade {

// Appends the file's contents to `text`. Does not follow a symbolic link, and waits for nothing. Returns an empty string, or a sentence
// if it is no regular file, cannot be read, or has more than `most` bytes; then `text` is empty. `folder` is open, or AT_FDCWD.
std::string read_bounded(int folder, const std::string& name, std::size_t most, std::string& text);

// The file has either its old contents or the new ones, whatever happens in between. Throws std::runtime_error.
void write_atomically(const std::string& path, const std::string& text);

}  // namespace grade
