// expect: drf

// A call with fewer arguments, the last one of which is an enumerator.
enum order { relaxed, seq };
template <typename T> struct at {
    T value;
    __device__ T fetch_add(T v, order o = seq) { return atomicAdd(&value, v); }
};
__global__ void k(at<int> *a, int *out) {
    a->fetch_add(1);
    a->fetch_add(1, relaxed);
    out[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
