// expect: drf
//--blockDim=64 --gridDim=1

__global__ void pick(int *a) {
    if (threadIdx.x > 3 && threadIdx.x < 40 || threadIdx.x == 63) a[threadIdx.x ? threadIdx.x : 1] = 0;
}
