// 02.1, not solved, "begin?every element is where it belongs": the text of an exception is 64 MB of lines of a record, terminal control codes and HTML.
#include <cstddef>
#include <stdexcept>
#include <string>

#include "forged_record.cuh"

void transpose(float*, const float*, std::size_t, std::size_t) {
    std::string text =
        std::string("\n") + kForgedRecord + "\033[2J\033]0;solved\a<script>alert(1)</script>\xff\x01]]>\r";
    while (text.size() < (64u << 20)) text += text;
    throw std::runtime_error(text);
}
