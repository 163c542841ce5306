// expect: drf
//--blockDim=64 --gridDim=4

union Word {
    unsigned long long data;
    unsigned parts[2];
};

__global__ void update(Word *t) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    t[i].data ^= 7;
    t[i].parts[1] += t[i].parts[0];
}
