// The runner that all chapters share. A chapter declares its problem (Problem) and its versions (baselines, roofs,
// rungs); run() does the rest: sizes, checking, timing or counting, tables, CSV and JSON. README.md beside this file
// explains how it measures, and why.
//
// Included from .cu files: standard C++17 only. The .cpp files of this folder hold the implementation.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/ladder/elements.hpp"
#include "common/ladder/rung.hpp"

namespace ladder {

// The arrays of one call, row after row: device pointers for roofs and rungs, host pointers for baselines and
// references. in() and out() throw std::runtime_error if the problem declares another type for that array.
struct Call {
    Size size;
    std::vector<ArrayPointer> inputs;
    ArrayPointer output;

    template <class Element = float>
    const Element* in(std::size_t k = 0) const {
        const std::string name = "input " + std::to_string(k);
        return static_cast<const Element*>(inputs.at(k).expect(element_type<Element>(), name));
    }

    template <class Element = float>
    Element* out() const {
        return static_cast<Element*>(output.expect(element_type<Element>(), "the output"));
    }
};

using Function = std::function<void(const Call&)>;

// How a version is rated: its work per second, divided by `unit`.
struct Metric {
    std::string key;      // in JSON and CSV
    std::string heading;  // in tables
    double unit;
};
inline const Metric kGigabytesPerSecond{"gb_per_s", "GB/s", 1e9};
inline const Metric kTeraflops{"tflops", "TFLOP/s", 1e12};
inline const Metric kRelaxationsPerSecond{"relaxations_per_s", "relaxations/s", 1};

// A column of the emulator's table: the sum of some counters over the rung's launches, divided by the sum of others.
// Without a denominator it is the sum itself, a whole number. "ideal_read" and "ideal_write" stand for the bytes of the inputs
// and of the output, "1" for one.
struct CountColumn {
    std::string heading;
    std::vector<std::string> numerator;
    std::vector<std::string> denominator;
};

// A count that a ladder is about: on a terminal it is drawn as bars below the emulator's table. `least` is a count too, what the
// problem itself needs; it is drawn as a line through the bars. "ideal_read_sectors" and "ideal_write_sectors" are those of
// the inputs and of the output.
struct CountBars {
    std::string heading;
    std::vector<std::string> counters;
    std::vector<std::string> least = {};
};

// The columns for chapters about memory: the cost of a request in global and in shared memory, and the bytes that
// reach DRAM.
std::vector<CountColumn> memory_columns();
std::vector<CountBars> memory_bars();

// How far an output may be from the exact result, for problems whose versions all round differently. Replaces a
// problem's reference and tolerance.
struct Rounding {
    // For a call with host pointers: each element's exact result in double precision, and its magnitude, the sum of
    // the absolute values of its terms. Errors are measured in units of this magnitude.
    std::function<void(const Call&, double* exact, double* magnitude)> reference;
    // The largest error allowed, in that unit. A version may have its own (Extras).
    std::function<double(const Size&)> tolerance;
};

// The problem that a ladder solves, at any size.
struct Problem {
    std::string chapter;            // "02-transpose"
    std::string name;               // "grey": if a chapter has several ladders
    std::string folder;             // "grey/": if the ladder's rungs lie in a folder of their own
    bool on_request = false;        // runs only if --ladder names it, and with --bench
    std::string size_syntax;        // "ROWSxCOLS": as many numbers as a size has
    Size size_on_emulator;          // without --size
    Size size_on_gpu;               // without --size
    std::vector<Size> bench_sizes;  // for --bench
    std::vector<Size> loop_sizes;   // at these --bench also compares the loops
    std::function<std::vector<Array>(const Size&)> inputs;  // extents, type and range of each input
    std::function<Array(const Size&)> output;
    std::function<void(const Call&)> fill;    // fills the inputs on the host; without it they are random
    std::function<double(const Size&)> work;  // bytes, operations or relaxations of one call
    Metric metric;
    Function reference;                // on the host: computes the expected output
    double tolerance = 0;              // largest |got - expected|, in units of max(1, |expected|); 0: equal
    std::optional<Rounding> rounding;  // replaces these two if versions round differently (output of float)
    std::vector<CountColumn> columns = memory_columns();
    std::vector<CountBars> bars = memory_bars();
};

enum class Kind { Baseline, BaselineRoof, Roof, Rung };

// Optional properties of a version.
struct Extras {
    Function reference;   // for a version that computes something other than the problem, such as a copy
    std::string skipped;  // why it cannot run here; it is listed with this reason
    std::function<std::string(const Size&)> skipped_at;  // the same at a size; "": it runs
    std::function<double(const Size&)> work;             // if it differs, as of a roof that moves less
    // For a version that rounds more coarsely than Rounding::tolerance allows.
    std::function<double(const Size&)> tolerance;
    std::function<void(const Call&, int)> repeated;  // the same kernel with the loop over repeats inside
    // On the CPU, whose threads it uses: also "OpenBLAS", or "team" (common/baseline/team.hpp).
    std::string threads = "OpenMP";
};

struct Version {
    Kind kind;
    std::string name;
    Function run;
    Extras extras;
    int number = 0;         // of a rung
    std::string idea = {};  // of a rung
};

// Published figures, shown beside ours: pairs of a rung's name and a value in the problem's metric.
struct Historical {
    std::string source;  // "S2050 (CINECA)"
    Size size;
    std::vector<std::pair<std::string, double>> values;
};

using CsvRow = std::map<std::string, std::string>;  // csv.hpp

class Ladder {
  public:
    explicit Ladder(Problem problem);

    // On the CPU. The baselines are compared with this roof (memcpy).
    void baseline_roof(std::string name, Function run, Extras extras = {});
    void baseline(std::string name, Function run, Extras extras = {});

    // On the device. The rungs are compared with the first roof (cudaMemcpy, cuBLAS).
    void roof(std::string name, Function run, Extras extras = {});
    void rung(const Rung& rung, Function run, Extras extras = {});

    // For the lesson's table `historical`.
    void historical(Historical figures);

    // One more table for the lesson, in Markdown, which --tables writes between the markers of that name. If it is
    // empty, the page stays as it is: a GPU, for example, cannot give counts.
    void table(std::string name, std::function<std::string()> markdown);

    // Runs what the arguments ask for. Returns the exit code: 0; 1 if a version failed; 2 for invalid arguments or a
    // problem that does not fit into memory.
    int run(int argc, char** argv) const;

    const Problem& problem() const { return problem_; }
    const std::vector<Version>& versions() const { return versions_; }

    // The table of that name if the chapter makes it itself (`table`, `historical`).
    std::optional<std::string> own_table(const std::string& name, const std::vector<CsvRow>& results) const;

  private:
    Problem problem_;
    std::vector<Version> versions_;
    std::optional<Historical> historical_;
    std::map<std::string, std::function<std::string()>> tables_;
};

// The program of a chapter with several ladders, whose problems have names. Runs the ladder that --ladder names, or
// else one after the other all that are not on request. `more_options` are the program's own options, as lines for
// --help.
int run(const std::vector<Ladder>& ladders, int argc, char** argv, const std::string& more_options = "");

}  // namespace ladder
