// expect: racy
//--blockDim=64 --gridDim=1

__global__ void vote(int *a) {
    int v = a[threadIdx.x + 1];
    v += __shfl_down(v, 1);
    a[threadIdx.x] = v;
}
