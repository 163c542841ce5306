// expect: drf
//--blockDim=64 --gridDim=1

union Word {
    unsigned long long data;
    unsigned parts[2];
};

__global__ void update(Word *t) {
    if (threadIdx.x == 0)
        t[5].parts[0] = 1;
    if (threadIdx.x == 1)
        t[5].parts[1] = 2;
    if (threadIdx.x == 2)
        t[6].data = 2;
}
