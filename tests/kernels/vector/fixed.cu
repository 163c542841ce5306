// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int2 p = make_int2(threadIdx.x, threadIdx.x / 2);
    a[p.x] = 1;
}
