// expect: unsupported
//--blockDim=64 --gridDim=1

struct Pair {
    int x, y;
};

// C++ has them in the order of the members.
__global__ void k(int *a) {
    Pair p = {.y = 1, .x = 0};
    a[threadIdx.x * p.y] = 1;
}
