// expect: drf
//--blockDim=32 --gridDim=1

// Each instance has an array of its own.
template <class T>
__device__ int *scratch() {
    __shared__ int s[32];
    return s;
}

__global__ void fill() {
    scratch<long>()[threadIdx.x] = 1;
    scratch<long long>()[31 - threadIdx.x] = 2;
}
