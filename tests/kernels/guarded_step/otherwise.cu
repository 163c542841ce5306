// expect: drf
//--blockDim=64 --gridDim=4

__global__ void down(int *out, int n, unsigned far) {
    unsigned at = threadIdx.x + blockIdx.x * 64 + 256 * 1000;
    for (int k = 0; k < 1000; k++) {
        out[at] = 1;
        if (n == 0) {
            out[at] = 2;
        } else {
            at -= 256;
        }
    }
}
