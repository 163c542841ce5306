// expect: drf
//--blockDim=64 --gridDim=1

struct Twice {
    __device__ int operator()(int x) const { return 2 * x; }
};

template <class F> __global__ void k(int *a, F f) { a[f(threadIdx.x)] = 1; }

void host(int *a) { k<<<1, 64>>>(a, Twice{}); }
