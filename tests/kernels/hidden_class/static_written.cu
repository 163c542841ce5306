// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T>
struct Counter {
    static __device__ int n;
};

template <typename T>
__device__ int Counter<T>::n = 0;

__global__ void fill(int *a) {
    Counter<int>::n = threadIdx.x;
    a[threadIdx.x] = 0;
}
