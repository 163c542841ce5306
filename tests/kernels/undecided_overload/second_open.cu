// expect: potential
//--blockDim=64 --gridDim=1

// Nobody knows which `noted` it is: the second one writes.
__device__ int last;
__device__ int noted(unsigned x) { return x; }
__device__ int noted(float x) {
    last = 1;
    return 0;
}

template <typename T> __global__ void count(const T *keys, int *found) { found[threadIdx.x] = noted(keys[threadIdx.x]); }
