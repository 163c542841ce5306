// expect: drf
//--blockDim=64 --gridDim=4

union Bench {
    unsigned long long data;
};

__global__ void update(Bench *t, unsigned mask) {
    unsigned i = threadIdx.x * 17 & mask;
    atomicXor(&t[i].data, i);
}
