// --graph and --city on the command line, and the messages for invalid uses.
#include "chapters/05-shortcuts/parts/graph/arguments.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/graph/check.hpp"
#include "chapters/05-shortcuts/parts/graph/shortest_paths.hpp"

namespace {

graph::Arguments parse(std::vector<std::string> words) {
    words.insert(words.begin(), "05-shortcuts");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    return graph::arguments(static_cast<int>(argv.size()), argv.data());
}

}  // namespace

TEST_CASE("a map is taken from --graph or --city, with = or without; all else is for the ladders") {
    CHECK(parse({"--graph", "a.gr"}).file == "a.gr");
    CHECK(parse({"--graph=a.gr"}).file == "a.gr");
    CHECK(parse({"--city", "3x4"}).city == "3x4");
    const graph::Arguments none = parse({"--ladder", "float"});
    CHECK(none.file.empty());
    CHECK(none.city.empty());
    CHECK(none.others.size() == 3);
}

TEST_CASE("arguments that make no sense get a sentence") {
    CHECK_THROWS_WITH_AS(parse({"--graph"}), "--graph needs a file after it", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--city="}), "--city needs a size after it, 12x20", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--city", "2x2", "--graph", "a"}),
                         "--graph and --city are two maps: choose one", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--city", "2x2", "--size", "7"}),
                         "--size is an option of the ladders: leave it out with --graph and --city",
                         std::invalid_argument);
}

TEST_CASE("a city has a size of two numbers, and no more crossings than fit") {
    CHECK(graph::city_of("3x4").vertices == 12);
    CHECK(graph::city_of("1x1").edges.empty());
    for (const char* wrong :
         {"", "3", "3x", "x3", "3x4x5", "0x3", "3x0", "-3x4", "300x300", "60001x1", "3 x4"}) {
        CAPTURE(wrong);
        CHECK_THROWS_WITH_AS(
            graph::city_of(wrong),
            ("'" + std::string(wrong) + "' is no city: write ROWSxCOLS, at most 60000 crossings").c_str(),
            std::invalid_argument);
    }
}

TEST_CASE("answers must be exact where lengths are whole and short, and may be rounded elsewhere") {
    const std::vector<double> paths = {5, 7};
    CHECK(graph::tolerance({2, {{0, 1, 5}}}, paths) == 0);
    CHECK(graph::tolerance({2, {{0, 1, 0.5f}}}, paths) > 0);
    CHECK(graph::tolerance({2, {{0, 1, 5}}}, {3e7}) > 0);
    // The distance from vertex 2 to 4 is 2^24 + 1, which is not a float; but from vertex 1 all paths are short.
    const graph::Graph cancelling{4, {{0, 1, -16777200}, {1, 2, 16777215}, {2, 3, 2}}};
    CHECK(graph::tolerance(cancelling, graph::paths_from(cancelling, 0)) >= 1);
    CHECK(graph::tolerance({4, {{0, 1, -1000}, {1, 0, 1000}}}, paths) == 0);
}

TEST_CASE("sources are spread over the map, all vertices where there are few") {
    CHECK(graph::sample({3, {}}, 16) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(graph::sample({100, {}}, 4) == std::vector<std::uint32_t>{0, 25, 50, 75});
}
