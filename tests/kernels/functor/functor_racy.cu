// expect: racy
//--blockDim=64 --gridDim=1

struct Half {
    __device__ int operator()(int x) const { return x / 2; }
};

template <class F> __global__ void k(int *a, F f) { a[f(threadIdx.x)] = threadIdx.x; }

void host(int *a) { k<<<1, 64>>>(a, Half()); }
