// expect: unsupported
//--blockDim=64 --gridDim=1

// What a lambda expression does is named by nothing.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ work kept = [](int *a, int i) { a[0] = i; };

__global__ void fill(int *a, work given) { given(a, threadIdx.x); }
