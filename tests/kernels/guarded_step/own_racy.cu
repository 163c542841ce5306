// expect: racy
//--blockDim=64 --gridDim=1

__global__ void own(int *out, int n) {
    int at = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        out[at] = 1;
        // Another one in each iteration.
        int far = k * 64 + 1;
        if (n > 0) at += far;
    }
}
