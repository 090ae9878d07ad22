// What a learner reads when a kernel is wrong: the facts of each report, in their order.
#include "emulator/report/text.hpp"
#include "emulator/check/findings.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"

using namespace simt;
using namespace simt::check;
using namespace simt::cost;
using simt::exec::Launch;
using simt::exec::Status;
using simt::report::describe;
using ::testing::contains;
using ::testing::missing;

namespace {

// A source file of three lines that the findings point into, gone at the end of the test.
class SourceFile {
  public:
    SourceFile() { std::ofstream(path()) << "first\n    tile[y][x] = in[i];\n\tout[j] = tile[x][y];  \n"; }
    std::string path() const { return folder_ / "k.cu"; }

  private:
    testing::TemporaryFolder folder_;
};

Access access_at(const std::string& file, u32 line, u32 ptx_line, bool write) {
    Access access;
    access.site = {"void transpose<4>(float*, int)", file, line, ptx_line,
                   write ? "st.shared.f32" : "ld.shared.f32"};
    access.block = {3, 0, 0};
    access.thread = {31, 7, 0};
    access.write = write;
    return access;
}

Finding global_write(Fault fault, s64 offset, u32 width) {
    Finding finding{};
    finding.fault = fault;
    finding.space = Space::Global;
    finding.width = width;
    finding.address = 0x2010'0000'0000 + static_cast<u64>(offset);
    finding.access = access_at("", 0, 120, true);
    finding.access.site.instruction = "st.global.f32";
    finding.allocation = "4096 bytes at 0x201000000000, allocated by cudaMalloc (3rd call)";
    finding.allocation_size = 4096;
    finding.offset = offset;
    finding.fatal = true;
    return finding;
}

std::string line_of(const std::string& report, int line) {
    std::size_t start = 0;
    for (; line > 0; --line) start = report.find('\n', start) + 1;
    return report.substr(start, report.find('\n', start) - start);
}

}  // namespace

TEST_CASE("a write past the end names the element, the allocation, the source line and what to do") {
    const SourceFile source;
    Finding finding = global_write(Fault::OutOfBounds, 4100, 4);
    finding.access = access_at(source.path(), 3, 120, true);
    finding.times = 1031;
    CHECK(missing(describe(finding),
                  {"simt: out of bounds: a write of 4 bytes", "address 0x201000001004",
                   "4 bytes past the end of 4096 bytes at 0x201000000000, allocated by cudaMalloc (3rd call)",
                   "element [1025] of an array that ends at [1023], if its elements have 4 bytes",
                   "kernel      transpose<4>\n", "block (3, 0, 0), thread (31, 7, 0)",
                   source.path() + ":3   out[j] = tile[x][y];\n", "1,031 times", "what to do",
                   "guard: if (x < width", "what now", "cudaErrorIllegalAddress"}) == "");
}

TEST_CASE("a race names both threads and both lines, and says where the barrier belongs") {
    const SourceFile source;
    Finding finding{};
    finding.fault = Fault::SharedRace;
    finding.space = Space::Shared;
    finding.address = 132;
    finding.width = 4;
    finding.allocation = "4096 bytes of shared memory (4096 static, 0 dynamic)";
    finding.access = access_at(source.path(), 3, 40, false);
    finding.has_other = true;
    finding.other = access_at(source.path(), 2, 30, true);
    finding.other.thread = {1, 0, 0};
    CHECK(missing(describe(finding),
                  {"simt: race: two threads use one place in shared memory",
                   "byte 132 of the block's 4096 bytes of shared memory (4096 static, 0 dynamic)",
                   "transpose<4>, block (3, 0, 0)\n", "first       thread (1, 0, 0) writes\n",
                   source.path() + ":2   tile[y][x] = in[i];\n", "then        thread (31, 7, 0) reads\n",
                   source.path() + ":3   out[j] = tile[x][y];\n", "what to do",
                   "Put __syncthreads() between the two lines"}) == "");

    std::swap(finding.access, finding.other);
    CHECK(contains(describe(finding), "__syncwarp() where all threads concerned are of one warp"));
    finding.other = finding.access;
    CHECK(contains(describe(finding), "Several threads store to one element"));
    // Another instruction of the line: a round of a loop that was unrolled.
    finding.other.site.ptx_line = 31;
    CHECK(contains(describe(finding), "Several threads store to one element"));
    finding.other.write = false;
    CHECK(contains(describe(finding), "Both stand in one line: give each thread its own element, or load"));
    CHECK_FALSE(contains(describe(finding), "between the two lines"));
    finding.other.write = true;
    ++finding.other.site.line;
    CHECK(contains(describe(finding), "Give each thread its own element, or put __syncthreads()"));
    finding.other.atomic = true;
    CHECK(contains(describe(finding), "thread (1, 0, 0) updates (atomic)"));
}

TEST_CASE("races in one array are one finding that says each cure once") {
    const auto race = [](u32 first, u32 then, bool write, const char* array) {
        Finding finding{};
        finding.fault = Fault::SharedRace;
        finding.space = Space::Shared;
        finding.array = array;
        finding.access = access_at("scan.cu", then, 100 + then, false);
        finding.other = access_at("scan.cu", first, 200 + first, true);
        finding.access.write = write;
        finding.has_other = true;
        finding.cure = {check::Cure::Kind::Barrier, finding.other.site, finding.access.site, {}, false};
        return finding;
    };
    std::vector<Finding> findings = {race(0, 7, false, "s"),     race(5, 7, false, "s"),
                                     race(4, 6, false, "other"), race(7, 8, false, "s"),
                                     race(8, 8, true, "s"),      race(9, 9, true, "s")};
    findings[4].cure.kind = findings[5].cure.kind = check::Cure::Kind::None;
    findings[4].other.site.ptx_line = findings[4].access.site.ptx_line;
    simt::report::gather_races(findings);
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].other.site.line == 5);  // not the one whose line is unknown
    CHECK(findings[0].more.size() == 4);
    CHECK(findings[1].array == "other");
    CHECK(
        missing(
            describe(findings[0]),
            {"after line 5 and before line 7",
             "more        4 more races in s, which need cures of their own:",
             "line 7 writes, then line 8 reads (1 time): Put __syncthreads() after line 7 and before line 8",
             "line 8 writes, then it writes (1 time): Several threads store to one element here",
             "line 9 writes, then it writes (1 time): as line 8\n",
             "1 race where the compiler records no line\n"}) == "");
}

TEST_CASE("an update in two steps is not called atomic, and the advice is an atomic") {
    check::Finding finding;
    finding.fault = check::Fault::GlobalRace;
    finding.space = check::Space::Global;
    finding.has_other = finding.access.write = finding.other.write = true;
    finding.access.update = finding.other.update = true;
    CHECK(contains(describe(finding), "updates (not atomic)"));
    CHECK(contains(describe(finding), "Use an atomic (atomicAdd, atomicMax, ...) for every update."));
    finding.access.update = finding.other.update = false;
    CHECK_FALSE(contains(describe(finding), "not atomic"));
}

TEST_CASE("the advice for a race names the lines between which a barrier is missing, where the code tells") {
    check::Finding finding;
    finding.fault = check::Fault::GlobalRace;
    finding.space = check::Space::Global;
    finding.has_other = finding.other.write = true;
    finding.access.site.file = finding.other.site.file = "answer.cu";
    finding.access.site.line = 10;
    finding.other.site.line = 9;
    CHECK(contains(describe(finding), "Put __syncthreads() between the two lines"));
    finding.cure = {check::Cure::Kind::Barrier, finding.other.site, finding.access.site, {}, false};
    CHECK(contains(describe(finding),
                   "Put __syncthreads() after line 9 and before line 10, where all threads"));
    finding.in_warps = true;
    CHECK(contains(describe(finding), "Put __syncwarp() after line 9 and before line 10, where all lanes"));
    finding.cure.after = finding.cure.before;
    CHECK(contains(describe(finding),
                   "Put __syncwarp() between the two accesses of line 10, each in a line of its own"));
    finding.cure.after = finding.other.site;
    finding.in_warps = false;
    finding.cure.kind = check::Cure::Kind::BarrierInLoop;
    CHECK(contains(describe(finding), "at the end of the loop's body, behind line 9"));
    finding.cure.kind = check::Cure::Kind::NewStatement;
    CHECK(contains(describe(finding), "Give each element to one thread alone"));
    finding.cure.kind = check::Cure::Kind::Atomic;
    CHECK(contains(describe(finding), "Use an atomic"));
    finding.cure.kind = check::Cure::Kind::Branch;
    finding.cure.barrier.file = "other.cuh";
    finding.cure.barrier.line = 3;
    CHECK(contains(describe(finding), "The barrier at line 3 of other.cuh does not part the two"));
    finding.access.block = {1, 0, 0};
    CHECK(contains(describe(finding), "no barrier in the kernel reaches across them"));
}

TEST_CASE("races that one cure mends are one report") {
    check::Finding finding;
    finding.fault = check::Fault::SharedRace;
    finding.space = check::Space::Shared;
    finding.has_other = finding.other.write = true;
    finding.access.site.file = finding.other.site.file = "answer.cu";
    finding.access.site.line = 10;
    finding.other.site.line = 9;
    check::Finding later = finding;
    std::swap(later.access, later.other);
    later.times = 7;
    finding.also.push_back(later);
    CHECK(contains(
        describe(finding),
        "also        one more race, which the same mends: line 10 reads, then line 9 writes (7 times)"));
}

TEST_CASE("a place in an array that the program annotated has a row and a column") {
    Finding finding = global_write(Fault::OutOfBounds, 4096, 4);
    finding.shape = memory::Shape{31, 32, 33, 4, 4, "A"};
    CHECK(contains(describe(finding),
                   "\n              row 31, column 0 of A, which has 31 rows and 32 columns\n"));
    finding.offset = 4 + 33 * 4 * 2 + 4 * 7 + 3;
    CHECK(contains(describe(finding), " row 2, column 7 of A,"));
    finding.shape = memory::Shape{1, 1024, 1024, 4, 0, "x"};
    finding.offset = 4096;
    CHECK(contains(describe(finding), " element 1,024 of x, which has 1,024 elements\n"));
}

TEST_CASE("a place in shared memory is an element of its array") {
    check::Finding finding;
    finding.fault = check::Fault::OutOfBounds;
    finding.space = check::Space::Shared;
    finding.width = 4;
    finding.address = 576;
    finding.array = "tile";
    finding.array_offset = 512;
    finding.array_size = 512;
    CHECK(
        contains(describe(finding), "element 128 of tile, which ends at 127, if its elements have 4 bytes:"));
    finding.array_dynamic = true;
    CHECK(contains(describe(finding), "tile is extern: the third argument of <<<grid, block, bytes>>>"));
    finding.array_offset = 511;
    CHECK(contains(describe(finding), "byte 511 of tile:"));
}

TEST_CASE("where an address lies is said for every side of an allocation") {
    const auto where = [](s64 offset, u32 width) {
        return line_of(describe(global_write(Fault::OutOfBounds, offset, width)), 2).substr(14, 35);
    };
    CHECK(where(-8, 4) == "8 bytes before 4096 bytes at 0x2010");
    CHECK(where(4096, 4) == "right behind 4096 bytes at 0x201000");
    CHECK(where(4097, 1) == "1 byte past the end of 4096 bytes a");
    CHECK(where(4088, 16) == "its last 8 bytes lie past the end o");
    Finding lonely = global_write(Fault::OutOfBounds, 16, 4);
    lonely.allocation.clear();
    lonely.allocation_size = 0;
    CHECK(line_of(describe(lonely), 1) == "  where       address 0x201000000010, near no allocation");
}

TEST_CASE("without line information the report says how to get it and names the PTX instruction") {
    const std::string report = describe(global_write(Fault::UseAfterFree, 16, 4));
    CHECK(line_of(report, 0) == "simt: use after free: a write of memory that has been freed");
    CHECK(line_of(report, 5) ==
          "  line        unknown (nvcc -lineinfo records it), PTX line 120: st.global.f32");
    CHECK(report.find("Call cudaFree after the last kernel") != std::string::npos);
}

TEST_CASE("a source file that is not there leaves the place alone") {
    Finding finding = global_write(Fault::OutOfBounds, 4096, 4);
    finding.access.site.file = "no/such/kernel.cu";
    finding.access.site.line = 7;
    CHECK(contains(describe(finding), "  line        no/such/kernel.cu:7\n"));
}

TEST_CASE("a misaligned vector is told what it must be a multiple of, and which error follows") {
    const std::string report = describe(global_write(Fault::Misaligned, 20, 16));
    CHECK(line_of(report, 0) ==
          "simt: misaligned: writes of 16 bytes need an address that is a multiple of 16");
    CHECK(line_of(report, 2).starts_with("              20 bytes into 4096 bytes at"));
    CHECK(report.find("cudaErrorMisalignedAddress") != std::string::npos);
}

TEST_CASE("an access close behind an allocation, which a GPU may not notice, says so") {
    const auto text = [](s64 offset, const char* by, bool fatal = true) {
        Finding finding = global_write(Fault::OutOfBounds, offset, 4);
        finding.allocation = std::string("4096 bytes at 0x201000000000, ") + by + " (3rd call)";
        finding.fatal = fatal;
        return describe(finding);
    };
    constexpr s64 kPiece = 2 << 20;
    CHECK(missing(text(4096, "cudaMalloc"),
                  {"An H200 may not notice", "The launch ends here. CUDA calls return"}) == "");
    CHECK(contains(text(kPiece - 4, "cudaMalloc"), "An H200 may not notice"));
    for (const std::string& far :
         {text(kPiece, "cudaMalloc"), text(-4, "cudaMalloc"), text(4096, "cudaMallocHost")}) {
        CHECK_FALSE(contains(far, "An H200"));
        CHECK(contains(far, "The launch ends here. As on a GPU, CUDA calls return cudaErrorIllegalAddress"));
    }
    CHECK(contains(text(4096, "cudaMalloc", false),
                   "what now    The launch goes on without this access (--continue)."));
}

TEST_CASE("a read of what nothing has written differs for global and shared memory") {
    Finding finding = global_write(Fault::UninitialisedRead, 16, 4);
    finding.access.write = false;
    finding.fatal = false;
    CHECK(line_of(describe(finding), 0) ==
          "simt: never written: a read of 4 bytes of global memory that nothing has written");
    CHECK(contains(describe(finding), "cudaMalloc does not clear memory"));
    CHECK_FALSE(contains(describe(finding), "what now"));
    finding.space = Space::Shared;
    CHECK(contains(describe(finding), "Shared memory starts with arbitrary contents"));
    // All of it, or a part.
    finding.missing = 4;
    CHECK(line_of(describe(finding), 0) ==
          "simt: never written: a read of 4 bytes of shared memory that nothing has written");
    finding.missing = 3;
    CHECK(line_of(describe(finding), 0) ==
          "simt: never written: a read of 4 bytes of shared memory, of which nothing has written 3");
    CHECK(contains(describe(finding), "only some members of a structure"));
    // Where the value was used, if that is another line.
    CHECK_FALSE(contains(describe(finding), "\n  used "));
    finding.has_use = true;
    finding.used = finding.access.site;
    CHECK_FALSE(contains(describe(finding), "\n  used "));
    finding.used.file = "no/such/kernel.cu";
    finding.used.line = 12;
    CHECK(contains(describe(finding), "\n  used        no/such/kernel.cu:12\n"));
}

TEST_CASE("a copy of what nothing has written names the call, how much and where, and no thread") {
    Finding finding = global_write(Fault::UninitialisedRead, 360, 40);
    finding.access = {};
    finding.access.site.instruction = "cudaMemcpy2D";
    finding.fatal = false;
    const std::string report = describe(finding);
    CHECK(line_of(report, 0) ==
          "simt: never written: cudaMemcpy2D reads 40 bytes of device memory that nothing has written");
    CHECK(line_of(report, 1) == "  where       the first at address 0x201000000168,");
    CHECK(line_of(report, 2).starts_with("              360 bytes into 4096 bytes at"));
    CHECK(line_of(report, 3).starts_with("  what to do  Copy only what kernels fill"));
    CHECK(report.find("thread") == std::string::npos);
    finding.width = ~u32{0};
    CHECK(line_of(describe(finding), 0).find("reads 4 GiB or more of") != std::string::npos);
}

TEST_CASE("null pointers and addresses far from all device memory get no index and no advice on guards") {
    Finding finding = global_write(Fault::OutOfBounds, 0, 4);
    finding.allocation.clear();
    finding.allocation_size = 0;
    const auto says = [&finding](u64 address, const char* where, const char* advice) {
        finding.address = address;
        const std::string report = describe(finding);
        CAPTURE(report);
        CHECK(line_of(report, 1) == where);
        CHECK(report.find(advice) != std::string::npos);
        CHECK(report.find("element") == std::string::npos);
        CHECK(report.find("guard") == std::string::npos);
    };
    says(0, "  where       address 0x0, a null pointer", "Give the kernel an address");
    says(1, "  where       address 0x1, a null pointer plus 1 byte", "Give the kernel an address");
    says(65535, "  where       address 0xffff, a null pointer plus 65,535 bytes",
         "Give the kernel an address");
    says(65536, "  where       address 0x10000, near no allocation", "an address of the host");
    says(0x7f12'3456'7890, "  where       address 0x7f1234567890, near no allocation",
         "an address of the host");
}

TEST_CASE("an index past the end of shared memory says how much there is") {
    Finding finding = global_write(Fault::OutOfBounds, 0, 4);
    finding.space = Space::Shared;
    finding.address = 4224;
    finding.allocation = "4096 bytes of shared memory (0 static, 4096 dynamic)";
    CHECK(line_of(describe(finding), 0) ==
          "simt: out of bounds: a write of 4 bytes past the end of shared memory");
    CHECK(line_of(describe(finding), 1) ==
          "  where       byte 4,224 of the block's 4096 bytes of shared memory (0 static, 4096 dynamic)");
    finding.allocation.clear();
    CHECK(line_of(describe(finding), 1) == "  where       byte 4,224 of the block's shared memory");
}

TEST_CASE("a write to constant memory points to the host") {
    const std::string report = describe(global_write(Fault::WriteToConstant, 0, 4));
    CHECK(line_of(report, 0) == "simt: write to constant memory: kernels can only read it");
    CHECK(report.find("cudaMemcpyToSymbol") != std::string::npos);
}
