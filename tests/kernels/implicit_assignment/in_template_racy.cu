// expect: racy
//--blockDim=64 --gridDim=1

template <typename T> struct Cell {
    T v;
    __device__ T operator=(T x) { atomicExch(&v, x); return x; }
    __device__ operator T() { return atomicAdd(&v, 0); }
};

// It is copied without atomics.
__global__ void all_to_one(Cell<int> *r) { r[0] = r[1]; }
