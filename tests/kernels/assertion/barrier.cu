// expect: potential
//--blockDim=64 --gridDim=1

// Where the assertion fails for the threads that pass the barrier by, nobody waits there.
__global__ void wait(int *a) {
    assert(threadIdx.x < 32);
    if (threadIdx.x < 32)
        __syncthreads();
    a[threadIdx.x] = 1;
}
