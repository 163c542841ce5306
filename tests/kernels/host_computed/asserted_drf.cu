// expect: drf
// flags: --timeout 20

#include <cassert>

__global__ void fill(float *a, int m) { a[threadIdx.x % m] = 1; }

void host(float *a, int n) {
    assert(n >= 256 && "too few");
    fill<<<1, 256>>>(a, n);
}
