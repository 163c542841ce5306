// expect: unsupported

namespace shapes {
__device__ int twice(int i) { return 2 * i; }
__global__ void k(int *a) { a[::twice(threadIdx.x)] = 1; }
}

void run(int *a) { shapes::k<<<1, 32>>>(a); }
