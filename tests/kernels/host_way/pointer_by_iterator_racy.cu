// expect: racy

// The second pointer is one element on.
#include <iterator>

__global__ void shift(int *to, int *from) { int x = from[threadIdx.x]; to[threadIdx.x] = x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    shift<<<1, 32>>>(a, std::next(a));
}
