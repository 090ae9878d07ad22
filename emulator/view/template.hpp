// The viewer's page, style and script, which are in the program itself: build/simt alone can write a page.
#pragma once

#include <string_view>

namespace simt::view {

std::string_view page_template();  // viewer.html
std::string_view style();          // viewer.css
std::string_view script();         // the folder's scripts, one after the other, viewer.js last

}  // namespace simt::view
