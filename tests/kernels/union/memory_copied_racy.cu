// expect: racy
//--blockDim=64 --gridDim=1

// A copy of a union is one of all its bytes.
union Mixed {
    char first;
    int all[4];
};

__global__ void move(Mixed *t) {
    if (threadIdx.x == 0)
        t[0] = t[1];
    if (threadIdx.x == 1)
        t[1].all[3] = 5;
}
