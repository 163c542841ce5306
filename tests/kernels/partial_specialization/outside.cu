// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T, int N> struct Places {
    T *first;
    __device__ T &at(int i) const;
};
template <typename T> struct Places<T, 2> {
    T *first;
    __device__ T &at(int i) const;
};
template <typename T, int N> __device__ T &Places<T, N>::at(int i) const { return first[0]; }
template <typename T> __device__ T &Places<T, 2>::at(int i) const { return first[i]; }

__global__ void fill(Places<float, 2> to) { to.at(threadIdx.x) = 0; }
