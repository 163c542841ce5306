// expect: unsupported
//--blockDim=64 --gridDim=1

// For `float` the second operator is better.
template <typename T> struct Value { T x; };
template <typename T> __device__ bool operator%(Value<T> a, T b) { return true; }
__device__ bool operator%(Value<float> a, float b) { return false; }

template <typename T> __global__ void k(T *a) {
    Value<T> value;
    a[(value % T()) ? threadIdx.x : 0] = threadIdx.x;
}
