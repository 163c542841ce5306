// expect: racy
//--blockDim=64 --gridDim=1

// From the barrier of one iteration to that of the third after it nothing orders the threads.
__global__ void across(int *a, int rounds) {
    int t = threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        if (i % 3 == 0) __syncthreads();
        if (i % 3 == 1) a[t] = i;
        if (i % 3 == 2) a[t ^ 1] = i;
    }
}
