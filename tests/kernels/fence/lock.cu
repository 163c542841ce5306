// expect: potential
//--blockDim=64 --gridDim=4

// Whether the lock orders its holders hangs on fences and atomics, which are not modelled.
__device__ void acquire(int *lock) {
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void release(int *lock) {
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void add(int *lock, int *sum, const int *in) {
    acquire(lock);
    sum[0] += in[blockIdx.x * blockDim.x + threadIdx.x];
    release(lock);
}
