// expect: racy
//--blockDim=64 --gridDim=1

// Threads agree on `two`, and not on what each has read.
__global__ void spread(int *p, const float *in, int n) {
    for (int i = 1; i < n; i++) {
        int two = __powf(2, i);
        int mine = in[threadIdx.x];
        p[threadIdx.x + mine] = two;
        __syncthreads();
    }
}
