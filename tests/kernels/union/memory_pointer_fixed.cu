// expect: drf
//--blockDim=64 --gridDim=1

union Word {
    unsigned long long data;
    unsigned parts[2];
};

__device__ void set(unsigned *p) { *p = 1; }

__global__ void update(Word *t) {
    unsigned long long *whole = &t[threadIdx.x].data;
    *whole = 1;
    set(&t[threadIdx.x].parts[1]);
    set(t[threadIdx.x].parts + 1);
}
