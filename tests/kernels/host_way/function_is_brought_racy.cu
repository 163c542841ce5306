// expect: racy

// In the function, the name is that of the library.
#include "library.h"

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

static int length() { return 64; }

void host(int *a) {
    using library::length;
    k<<<1, 64>>>(a, length());
}
