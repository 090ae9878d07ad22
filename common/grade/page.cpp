// See page.hpp.
#include "common/grade/page.hpp"

#include "common/grade/text.hpp"

namespace grade {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; }
body { font-family: system-ui, sans-serif; line-height: 1.5; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .3rem 1.2rem .3rem 0; border-bottom: 1px solid #8886; }
td.n, th.n { text-align: right; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid #8886; border-radius: .3rem; line-height: 1.35; }
.yes { color: light-dark(#1a7f37, #57d57a); } .no { color: light-dark(#b3261e, #ff8a80); }
)";

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
           escaped(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" +
           escaped(title) + "</h1>\n" + body + "</body>\n</html>\n";
}

}  // namespace grade
