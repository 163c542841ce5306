// expect: racy
//--blockDim=64 --gridDim=1
// Each instance has an array of its own: threads 8 and on write one cell of the second.
template <int N> __device__ void put(int i) {
    __shared__ int s[N];
    s[i] = 1;
}
__global__ void k(int *a) {
    if (threadIdx.x < 8)
        put<8>(threadIdx.x);
    else
        put<64>(40);
}
