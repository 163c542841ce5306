// expect: racy

// The function of the library may change what it is given; that of the file has a copy.
#include "library.h"

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

static void set(int n) { n = 64; }

void host(int *a) {
    int n = 64;
    library::set(n);
    set(n);
    k<<<1, 64>>>(a, n);
}
