// Compiles the program of a mistake twice, as it is and with its cure, and adds both to the list that `run` knows. Included once for
// each mistake, after #define MISTAKE name; see programs/mistakes_barriers.cu.
namespace mistakes::MISTAKE {
namespace wrong {
#include MISTAKES_TEXT(MISTAKE.cu)
}
#define CURED
namespace cured {
#include MISTAKES_TEXT(MISTAKE.cu)
}
#undef CURED
const mistakes::Added added{MISTAKES_TEXT(MISTAKE), wrong::main, cured::main};
}  // namespace mistakes::MISTAKE
#undef MISTAKE
