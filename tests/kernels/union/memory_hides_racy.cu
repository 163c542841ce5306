// expect: racy
//--blockDim=64 --gridDim=1

__device__ unsigned bits;

// The member without a name hides the variable.
struct Key {
    union { unsigned bits; unsigned char parts[4]; };
    __device__ void set(unsigned to) { bits = to; }
};

__global__ void mark(Key *t) { t[0].set(threadIdx.x); }
