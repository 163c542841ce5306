// expect: racy
//--blockDim=32 --gridDim=1

template <class T>
__device__ int *scratch() {
    __shared__ int s[32];
    return s;
}

__global__ void fill() {
    scratch<long>()[threadIdx.x] = 1;
    scratch<long>()[31 - threadIdx.x] = 2;
}
