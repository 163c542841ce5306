// expect: potential
// flags: --strict
//--blockDim=64 --gridDim=1

// So many additions that the counter comes round are left out only by an assumption.
__global__ void k(int *out, unsigned *n, int size) {
    for (int i = threadIdx.x; i < size; i += 64) out[atomicAdd(n, 1u)] = i;
}
