// expect: racy
//--blockDim=64 --gridDim=1

union Word {
    unsigned long long data;
    unsigned parts[2];
};

__device__ void set(unsigned *p) { *p = 1; }

__global__ void update(Word *t) {
    unsigned long long *whole = &t[3].data;
    if (threadIdx.x == 0)
        *whole = 1;
    if (threadIdx.x == 1)
        set(&t[3].parts[1]);
}
