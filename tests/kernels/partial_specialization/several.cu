// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T, int N, int M> struct Places { };
template <typename T, int M> struct Places<T, 1, M> {
    T *first;
    __device__ T &at(int i) const { return first[0]; }
};
template <typename T, int N> struct Places<T, N, 1> {
    T *first;
    __device__ T &at(int i) const { return first[i]; }
};
template <typename T> struct Places<T, 1, 1> {
    T *first;
    __device__ T &at(int i) const { return first[0]; }
};

__global__ void fill(Places<float, 1, 1> to) { to.at(threadIdx.x) = 0; }
