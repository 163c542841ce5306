// expect: drf

// Outside of the namespace, CUDA's function is meant.
namespace own {
__device__ int max(int i, int j) { return i / 2; }
}

__global__ void k(int *a) { a[max(threadIdx.x, 0)] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
