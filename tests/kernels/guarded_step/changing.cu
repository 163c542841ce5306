// expect: potential
//--blockDim=[64] --gridDim=1

__global__ void often(int *out, int n) {
    int at = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        // Not in each iteration.
        if (k != 1) at += 64;
        if (threadIdx.x < 64 && k == 2) out[at] = 1;
        if (threadIdx.x == 0 && k == 2) out[64 * 2 + 1] = 2;
    }
}
