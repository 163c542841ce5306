// expect: drf
//--blockDim=64 --gridDim=1

// The file that includes this one declares `cell_t` and `weight`.
__global__ void weigh(const cell_t *a, float *out, int n) {
    cell_t one = weight(0.5);
    cell_t none = {0, 0};
    out[threadIdx.x] = weight(a[n - threadIdx.x].parts[threadIdx.x]) + one.whole + none.whole;
}
