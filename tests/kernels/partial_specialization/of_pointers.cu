// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T> struct Places {
    T first;
    __device__ float &at(int i) const { return first[0]; }
};
template <typename T> struct Places<T *> {
    T *first;
    __device__ float &at(int i) const { return first[i]; }
};

__global__ void fill(Places<float *> to) { to.at(threadIdx.x) = 0; }
