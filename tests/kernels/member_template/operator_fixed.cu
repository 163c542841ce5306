// expect: drf
//--blockDim=64 --gridDim=1

struct Larger {
    template <typename T> __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};

__global__ void fill(int *a) {
    Larger larger;
    int i = threadIdx.x;
    a[larger(i, i - 3)] = 1;
}
