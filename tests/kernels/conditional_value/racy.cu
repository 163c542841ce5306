// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a, int n) {
    a[n > 0 ? threadIdx.x : 0] = 1;
}
