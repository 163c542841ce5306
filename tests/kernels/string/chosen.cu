// expect: unsupported
//--blockDim=64 --gridDim=1

// Nobody follows which memory it is.
__global__ void copy(char *a, const char *b) {
    const char *from = b[0] ? "yes" : b;
    a[threadIdx.x] = from[0];
}
