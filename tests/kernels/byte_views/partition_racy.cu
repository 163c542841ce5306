// expect: racy
//--blockDim=64 --gridDim=4

// Two arrays in one.
__global__ void parts(int *a) {
    extern __shared__ unsigned char memory[];
    double *sums = (double *)memory;
    char *flags = (char *)(sums + blockDim.x) - 1;
    sums[threadIdx.x] = 1;
    flags[threadIdx.x] = 1;
}
