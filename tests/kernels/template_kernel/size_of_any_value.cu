// expect: drf
//--blockDim=64 --gridDim=1

template <int BLOCK> __global__ void put(int *a) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = a[threadIdx.x];
}
