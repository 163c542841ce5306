// expect: unsupported
//--blockDim=64 --gridDim=1

template <class T> __device__ int place(T *i) { return 0; }
__device__ int around(int *i) { return place(i); }
__device__ int place(int *i) { return *i; }

__global__ void fill(int *a) {
    int i = threadIdx.x;
    a[around(&i)] = 1;
}
