// 02.1, not solved, "does not compile": includes the answer of another student.
#include "@SUBMISSIONS@/honest_solution/02.1.cu"
