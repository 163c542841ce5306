// expect: racy
//--blockDim=64 --gridDim=1
__global__ void walk(int *out, int n) {
    int *p = out + threadIdx.x;
    int k = 0;
    do {
        int far = 64 - 63 * k ;
        *p = 1;
        p += far;
        k++;
    } while (k < 3);
}
