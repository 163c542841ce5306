// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

// Past the end of its type the counter gives out other numbers still.
__global__ void k(int *out, unsigned *n) { out[atomicAdd(n, 1u)] = threadIdx.x; }
