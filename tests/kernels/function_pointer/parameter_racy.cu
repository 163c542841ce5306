// expect: potential
//--blockDim=64 --gridDim=1

// The host may give either function; which one is not known.
typedef void (*work)(int *, int);
struct Other { static __device__ void together(int *a, int i) { a[0] = i; } };
__device__ void apart(int *a, int i) { a[i] = i; }

__global__ void fill(int *a, work given) { given(a, threadIdx.x); }
