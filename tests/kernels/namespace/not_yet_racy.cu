// expect: racy

__device__ int at(int i) { return i / 2; }

namespace first {
__device__ int before(int i) { return at(i); }
__device__ int at(int i) { return i; }
__device__ int behind(int i) { return at(i); }
}

__global__ void k(int *a) { a[first::before(threadIdx.x)] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
