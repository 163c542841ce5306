// expect: drf
// `by_columns_racy.cu` includes it, and `whole_drf.cu` that one: there each thread has a column.
#ifndef COLUMNS
#define COLUMNS 2
#endif
__global__ void columns(int *a) { a[threadIdx.x / COLUMNS] = 1; }
