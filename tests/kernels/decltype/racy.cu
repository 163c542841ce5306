// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a, unsigned char *b) {
    unsigned char narrow = 0;
    decltype(narrow) i = threadIdx.x * 8;
    auto *p = a;
    p[i] = 1;
}
