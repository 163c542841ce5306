// expect: drf
//--blockDim=64 --gridDim=1

template <typename T, int STEP = 0> __device__ T next(const T *a, T i) {
    return a[i + STEP];
}

__global__ void shift(int *a) {
    a[threadIdx.x] = next(a, (int) threadIdx.x);
}
