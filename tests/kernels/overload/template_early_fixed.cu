// expect: unsupported
//--blockDim=64 --gridDim=1

// The template is called: no two threads write one element.
template <class T> __device__ int place(T i) { return i; }

__global__ void fill(int *a) {
    int i = threadIdx.x;
    a[place(i)] = 1;
}

__device__ int place(int i) { return 0; }
