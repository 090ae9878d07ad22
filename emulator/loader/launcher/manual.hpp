// What make install puts beside simt, written from the table of options, so that neither can be out of date.
#pragma once

#include <string>

namespace simt::launcher {

std::string man_page();         // for man, in roff: simt --man | man -l -
std::string bash_completion();  // for bash: source <(simt --completion)

}  // namespace simt::launcher
