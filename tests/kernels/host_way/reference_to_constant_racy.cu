// expect: racy

// A reference to what is constant for it, and not for others.
#include <algorithm>

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a, int most) {
    int n = 64, other = 64;
    const int &least = std::min(n, other);
    n = 32;
    k<<<1, 64>>>(a, least);
}
