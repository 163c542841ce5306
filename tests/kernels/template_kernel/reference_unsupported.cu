// expect: unsupported

// A reference is the argument of a template: only such a kernel is not read.
__device__ int s;
template <int &r> __global__ void k(int *a) { a[threadIdx.x] = r; }
