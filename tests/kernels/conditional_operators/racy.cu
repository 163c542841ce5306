// expect: racy
//--blockDim=64 --gridDim=1

__global__ void pick(int *a) {
    a[threadIdx.x > 3 && threadIdx.x < 40 ? threadIdx.x : 3] = threadIdx.x;
}
