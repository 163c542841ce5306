// expect: racy
//--blockDim=1 --gridDim=2

// Nobody waits for the flag.
__global__ void pass(int *flag, int *data, int *out) {
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        __threadfence();
        out[0] = data[0];
    }
}
