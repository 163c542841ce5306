// expect: racy
//--blockDim=64 --gridDim=1

union Half { unsigned short parts[2]; unsigned whole; };
union Word { Half halves[2]; unsigned long long all; };

__global__ void mark(Word *t) {
    if (threadIdx.x == 0)
        t[2].all = 1;
    if (threadIdx.x == 1)
        t[2].halves[1].parts[1] = 1;
}
