// expect: potential
//--blockDim=1 --gridDim=2

__global__ void pass(volatile int *flag, int *data, int *out) {
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        __threadfence();
        out[0] = data[0];
    }
}
