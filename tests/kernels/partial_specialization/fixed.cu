// expect: drf
//--blockDim=64 --gridDim=1

template <typename T, int N> struct Places {
    T *first;
    __device__ T &at(int i) const { return first[0]; }
};
template <typename T> struct Places<T, 2> {
    T *first;
    __device__ T &at(int i) const { return first[2 * i]; }
};

__global__ void fill(Places<float, 1 + 1> to) { to.at(threadIdx.x) = 0; }
