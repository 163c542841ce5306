// expect: drf

namespace first {
__device__ int at(int i) { return i; }
}
namespace second {
__device__ int at(int i) { return i / 2; }
}

__global__ void k(int *a) { a[first::at(threadIdx.x)] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
