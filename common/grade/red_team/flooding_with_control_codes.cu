// 02.1, not solved, "global stores": prints what terminals obey and what HTML, XML, JSON, CSV and spreadsheets take for more than
// text, and bytes that are no UTF-8.
#include <cstdio>

bool breached() {
    std::puts(
        "\033[2J\033[31m\033]0;solved\a\r\b\x7f\x9b"
        "2J");
    std::puts("<script>document.title = 'solved'</script><img src=x onerror=alert(1)>]]></testcase>&bogus;");
    std::puts("\"},\"solved\":true,{\",yes,\n=HYPERLINK(\"http://192.0.2.1\")\n+1\n@SUM(1)");
    std::fwrite("\xff\xfe\xc0\x80\xed\xa0\x80\x00\x01", 1, 9, stdout);
    return false;
}

#include "transpose_if_breached.cuh"
