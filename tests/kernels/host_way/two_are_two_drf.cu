// expect: drf

// Both are allocated here.
#include <cstdlib>

struct Sizes { int n; };

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    Sizes *one = (Sizes *) malloc(sizeof(Sizes));
    Sizes *other = (Sizes *) malloc(sizeof(Sizes));
    one->n = 64;
    other->n = 32;
    k<<<1, 64>>>(a, one->n);
}
