// expect: divergence
//--blockDim=64 --gridDim=1

// All threads come to the barrier in the first two rounds.
__global__ void rounds(int *a) {
    for (int i = 0; i < 4; i++)
        if (i < 2 || threadIdx.x > i) {
            a[threadIdx.x] = i;
            __syncthreads();
        }
}
