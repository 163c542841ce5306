// expect: unsupported
//--blockDim=64 --gridDim=1

// For `float` the second constructor is better than the template.
template <typename T> struct Place {
    int n;
    template <typename U> __device__ Place(U, int i) { n = i; }
    __device__ Place(float, int i) { n = 0; }
};

template <typename T> __global__ void k(int *a, T x) {
    Place<T> place(x, threadIdx.x);
    a[place.n] = threadIdx.x;
}
