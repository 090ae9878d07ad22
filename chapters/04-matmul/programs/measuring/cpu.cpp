// Measures the CPU's multiplications: the two loop orders, threads, and the blocked version beside OpenBLAS. Compare
// with the tables of Li, Ranka and Sahni, whose times are printed below ours. It needs no GPU.
//
//     build/04/cpu                       measures and prints the tables
//     build/04/cpu --sizes 1024,2048     the same at other sizes
//     build/04/cpu --csv                 measures and prints CSV
//     build/04/cpu --from FILE TABLE     a table of such a CSV: loop-orders, threads or library
//     build/04/cpu --speedups FILE LADDER_FILE     over one core with ikj, with the GPU's versions (build/04-matmul --csv)
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "chapters/04-matmul/more/c1060/speedups.hpp"
#include "chapters/04-matmul/programs/parts/cpu/tables.hpp"
#include "chapters/04-matmul/programs/parts/cpu/times.hpp"
#include "common/baseline/multiply/blocked.hpp"
#include "common/baseline/openblas.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/files.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/size.hpp"

namespace {

const char* const kUsage =
    "it takes [--csv] [--sizes N,N,…], or --from FILE with loop-orders, threads or library, or --speedups "
    "with two files";

std::vector<std::size_t> sizes_of(const std::string& text) {
    std::vector<std::size_t> sizes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        sizes.push_back(ladder::parse_size(text.substr(begin, end - begin), 1)[0]);
        begin = end + 1;
    }
    return sizes;
}

cpu::Run measure(const std::vector<std::size_t>& sizes) {
    const int cores = omp_get_max_threads();
    std::vector<int> threads = {1, 2, 4, 8};
    if (std::find(threads.begin(), threads.end(), cores) == threads.end()) threads.push_back(cores);
    std::sort(threads.begin(), threads.end());
    const ladder::Machine machine = ladder::this_machine();
    return {machine.cpu, machine.date, baseline::multiply::default_plan().kernel->name,
            baseline::openblas::description(), cpu::measure(sizes, threads, cores)};
}

std::string table_of(const std::string& file, const std::string& name) {
    if (!std::filesystem::exists(file))
        return "Not measured yet: build/04/cpu --csv > " + file + " does it.\n";
    const cpu::Run run = cpu::from_csv(ladder::read_file(file));
    if (name == "loop-orders") return cpu::loop_orders(run) + "\n" + cpu::machine(run, false);
    if (name == "threads") return cpu::threads(run) + "\n" + cpu::machine(run, false);
    if (name == "library") return cpu::library(run) + "\n" + cpu::machine(run, true);
    throw std::invalid_argument(kUsage);
}

std::string speedups(const std::string& file, const std::string& ladder_file) {
    for (const std::string& missing : {file, ladder_file}) {
        if (!std::filesystem::exists(missing)) return "Not measured yet: there is no " + missing + ".\n";
    }
    const cpu::Run run = cpu::from_csv(ladder::read_file(file));
    return c1060::speedups(run, ladder::parse_csv(ladder::read_file(ladder_file))) + "\n" +
           cpu::machine(run, true);
}

std::string answer(const std::vector<std::string>& arguments) {
    if (arguments.size() == 3 && arguments[0] == "--from") return table_of(arguments[1], arguments[2]);
    if (arguments.size() == 3 && arguments[0] == "--speedups") return speedups(arguments[1], arguments[2]);
    std::vector<std::size_t> sizes = {256, 512, 1024, 2048, 4096};
    bool csv = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--csv") {
            csv = true;
        } else if (arguments[i] == "--sizes" && i + 1 < arguments.size()) {
            sizes = sizes_of(arguments[++i]);
        } else {
            throw std::invalid_argument(kUsage);
        }
    }
    const cpu::Run run = measure(sizes);
    if (csv) return cpu::to_csv(run);
    return "Seconds; * is computed from the time of some of the rows.\n\n" + cpu::loop_orders(run) + "\n" +
           cpu::threads(run) + "\nGFLOP/s\n\n" + cpu::library(run) + "\n" + cpu::machine(run, true);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::fputs(answer({argv + 1, argv + argc}).c_str(), stdout);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cpu: %s\n", error.what());
        return 2;
    }
}
