// expect: racy
// `by_rows_drf.cu` includes it, and `whole_racy.cu` that one: there two threads have a row.
#ifndef ROWS
#define ROWS 1
#endif
__global__ void rows(int *a) { a[threadIdx.x / ROWS] = 1; }
