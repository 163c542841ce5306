// expect: drf
//--blockDim=64 --gridDim=1

template <typename T> struct Cell {
    T v;
    __device__ T operator=(T x) { atomicExch(&v, x); return x; }
    __device__ operator T() { return atomicAdd(&v, 0); }
};

// It is read and written by atomics.
__global__ void all_to_one(Cell<int> *r) { r[0] = (int)r[1]; }
