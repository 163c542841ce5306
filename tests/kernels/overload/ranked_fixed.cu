// expect: drf
//--blockDim=64 --gridDim=1

// A promotion is better than a conversion, and so is a template that needs neither.
__device__ int place(int i) { return i; }
__device__ int place(double i) { return 0; }
template <class T> __device__ int row(T i) { return i; }
__device__ int row(long i) { return 0; }

__global__ void put(int *a) {
    short s = threadIdx.x;
    unsigned u = place(s);
    a[row(u)] = 1;
}
