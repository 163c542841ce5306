// expect: potential
//--blockDim=64 --gridDim=1

// It is 1 if nobody else writes it.
static __device__ int step = 1;

__global__ void write(int *a) { a[threadIdx.x * step] = threadIdx.x; }
