// expect: unsupported
//--blockDim=64 --gridDim=1

// An object of the class itself is copied by what the class has by itself; one of another type is not.
struct Half {
    int at;
    template <typename T> __device__ Half &operator=(const T &other) {
        at = (int)other / 2;
        return *this;
    }
};

__global__ void fill(int *a) {
    Half half;
    half = (int)threadIdx.x;
    a[half.at] = threadIdx.x;
}
