// expect: drf
//--blockDim=64 --gridDim=1

// The host gives a function of this file, which is taken for granted.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }

__global__ void fill(int *a, work given) { given(a, threadIdx.x); }
