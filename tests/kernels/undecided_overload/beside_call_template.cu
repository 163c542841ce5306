// expect: unsupported
//--blockDim=64 --gridDim=1

// For `short` the function is better than the template.
struct Place {
    template <typename U> __device__ int operator()(U, int i) { return i; }
    __device__ int operator()(short, int i) { return 0; }
};

template <typename T> __global__ void k(T *a) {
    Place place;
    a[place(T(), threadIdx.x)] = threadIdx.x;
}
