// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
// The template fits better than the function, and is not read.
template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__device__ T place(T x) { return x / 2; }
__device__ int place(long x) { return x; }

__global__ void k(int *a) {
    int t = threadIdx.x;
    a[place(t)] = 1;
}
