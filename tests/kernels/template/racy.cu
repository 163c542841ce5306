// expect: racy
//--blockDim=64 --gridDim=1

template <typename T> __device__ T twice(T x) {
    return x + x;
}

__global__ void scale(int *a, float *b) {
    a[twice(threadIdx.x) / 4] = 1;
    b[threadIdx.x] = twice(b[threadIdx.x]);
}
