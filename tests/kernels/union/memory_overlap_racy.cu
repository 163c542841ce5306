// expect: racy
//--blockDim=64 --gridDim=1

// The upper part is among the bytes of the whole.
union Word {
    unsigned long long data;
    unsigned parts[2];
};

__global__ void update(Word *t) {
    if (threadIdx.x == 0)
        t[5].data = 1;
    if (threadIdx.x == 1)
        t[5].parts[1] = 2;
}
