// expect: drf
//--blockDim=64 --gridDim=1

template <int N, typename T> __device__ void put(T *a, T value) {
    a[threadIdx.x & N] = value;
}

__global__ void fill(int *a) {
    put<63>(a, 1);
}
