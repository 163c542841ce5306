// expect: drf
// flags: --timeout 20

#include <algorithm>

__global__ void fill(float *a, int m) { a[threadIdx.x % m] = 1; }

void host(float *a, int n) {
    fill<<<1, 256>>>(a, std::max(n, 256));
    fill<<<1, 64>>>(a, std::clamp(n, 64, 512));
}
