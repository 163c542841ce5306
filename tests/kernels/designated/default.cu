// expect: drf
//--blockDim=64 --gridDim=1

struct Walk {
    int begin = 3, step = 1, end;
};

// What the list leaves out has its value by default.
__global__ void k(int *a) {
    Walk w = {.begin = 0, .end = 0};
    a[threadIdx.x * w.step + w.begin] = 1;
}
