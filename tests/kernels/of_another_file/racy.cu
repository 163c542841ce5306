// expect: racy
//--blockDim=64 --gridDim=1

// The file that includes this one declares `cell_t` and `weight`.
__global__ void weigh(cell_t *a, float *out, int n) {
    out[threadIdx.x] = weight(a[threadIdx.x].parts[n]);
    a[63 - threadIdx.x] = weight(0.5);
}
