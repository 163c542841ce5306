// expect: unsupported
// Two functions that differ in defaults alone are no error: only a call with one argument would be one.
__device__ int at(int x) { return x; }
__device__ int at(int x, int scale = 1) { return x * scale; }
__global__ void k(int *out) { out[at(threadIdx.x, 2)] = 1; }
