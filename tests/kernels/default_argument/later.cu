// expect: unsupported
// The call stands before the default, and means the function of a `float`, by which all threads write one element.
__device__ void put(int *p, float i) { p[0] = threadIdx.x; }
__device__ void put(int *p, int i, int b);
__global__ void k(int *o) { put(o, 1); }
__device__ void put(int *p, int i, int b = 1) { p[threadIdx.x] = 1; }
void launch(int *o) { k<<<1, 64>>>(o); }
