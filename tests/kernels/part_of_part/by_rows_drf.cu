// expect: drf
// By itself, it has a row for each thread.
#include "rows_racy.cu"
void go(int *a) { rows<<<1, 64>>>(a); }
