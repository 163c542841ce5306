// expect: unsupported
//--blockDim=64 --gridDim=1

// The file that includes this one may have `weight` write.
__global__ void weigh(cell_t *a, float *out) {
    out[threadIdx.x] = weight(a + threadIdx.x);
}
