// expect: unsupported
//--blockDim=64 --gridDim=1

// The host may give a lambda expression, or a function of another file.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }

__global__ void fill(int *a, work given) { given(a, threadIdx.x); }
