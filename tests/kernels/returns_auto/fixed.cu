// expect: drf
//--blockDim=64 --gridDim=1

__device__ auto mirrored(int x) {
    int last = 63;
    return last - x;
}
template <class T> __device__ auto same(T x) { return x; }
__device__ auto set(int *a, int i) { a[i] = 1; }

__global__ void k(int *a) {
    set(a, same(mirrored(threadIdx.x)));
}
