// expect: racy
// By itself, it has a column for two threads.
#include "columns_drf.cu"
void go(int *a) { columns<<<1, 64>>>(a); }
