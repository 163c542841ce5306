// expect: racy
//--blockDim=64 --gridDim=4

// The sum is changed past the end of the lock.
__global__ void add(int *lock, int *sum) {
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    atomicExch(lock, 0);
    sum[0] = threadIdx.x;
}
