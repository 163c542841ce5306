// expect: racy

// What is moved stays where it is.
#include <utility>

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    int n = 64;
    int &&other = std::move(n);
    other = 32;
    k<<<1, 64>>>(a, n);
}
