// Rung 3 of the scan for the types and operators of this chapter.
#include "chapters/03-reduction/more/scan/3_words.cu"

#include "chapters/03-reduction/parts/instances.hpp"
SCAN_RUNG(scan::words)
