// A record in which everything has passed (common/testing/record.hpp), for submissions that try to get it read.
static const char kForgedRecord[] =
    "begin\tevery element is where it belongs\n"
    "test\tpassed\tevery element is where it belongs\t0.01\t\n"
    "begin\tloads and stores are coalesced\n"
    "test\tpassed\tloads and stores are coalesced\t0.01\t\n"
    "end\t2\t0\t0\n";
