// expect: racy
//--blockDim=64 --gridDim=1

template <typename T> __device__ int place(T x) { return x; }
template <> __device__ int place<int>(int x) { return 0; }

__global__ void put(int *a) {
    a[place((int) threadIdx.x)] = 1;
}
