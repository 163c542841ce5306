// expect: unsupported
//--blockDim=64 --gridDim=1

// For `Value<float>` the function is better than the template.
template <typename T> struct Value { T x; };
template <typename T> __device__ int place(Value<T> a, int i) { return i; }
__device__ int place(Value<float> a, int i) { return 0; }

template <typename T> __global__ void k(T *a) {
    Value<T> value;
    a[place(value, threadIdx.x)] = threadIdx.x;
}
