// expect: racy
//--blockDim=64 --gridDim=1

union Bench {
    unsigned long long data;
    double real;
};

__global__ void update(Bench *t) {
    atomicAdd(&t[0].data, 1);
    if (threadIdx.x == 1)
        t[0].real = 0;
}
