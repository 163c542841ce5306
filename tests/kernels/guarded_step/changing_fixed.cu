// expect: drf
//--blockDim=64 --gridDim=1

__global__ void often(int *out, int n) {
    int at = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        if (n > 1) at += 64;
        out[at] = 1;
    }
}
