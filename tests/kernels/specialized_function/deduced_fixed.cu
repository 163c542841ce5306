// expect: drf
//--blockDim=64 --gridDim=1

// What the specialization is for is deduced; it is for another type.
template <class T> __device__ int place(T i) { return i; }
template <> __device__ int place(unsigned i) { return i / 2; }

__global__ void put(int *a) {
    int i = threadIdx.x;
    a[place(i)] = i;
}
