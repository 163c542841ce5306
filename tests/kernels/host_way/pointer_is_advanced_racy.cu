// expect: racy

// Eight elements stand before the pointer.
#include <iterator>

__global__ void before(int *a) { if (threadIdx.x < 2) a[-8] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    std::advance(a, 8);
    before<<<1, 32>>>(a);
}
