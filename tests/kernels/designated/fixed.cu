// expect: drf
//--blockDim=64 --gridDim=1

struct Walk {
    int begin, step, end;
};

__global__ void k(int *a) {
    int t = threadIdx.x;
    Walk w = {.step = 2, .end = 1};
    a[t * w.step + w.begin] = 1;
}
