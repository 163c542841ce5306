// expect: racy
//--blockDim=64 --gridDim=1

// The whole specialization comes before the partial one.
template <typename T, int N> struct Places { };
template <typename T> struct Places<T, 2> {
    T *first;
    __device__ T &at(int i) const { return first[2 * i]; }
};
template <> struct Places<float, 2> {
    float *first;
    __device__ float &at(int i) const { return first[i / 2]; }
};

__global__ void fill(Places<float, 2> to) { to.at(threadIdx.x) = 0; }
