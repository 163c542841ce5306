// expect: unsupported
//--blockDim=64 --gridDim=1

// What converts the object writes.
struct Counted {
    int *last;
    __device__ operator float() const {
        last[0] = threadIdx.x;
        return 0;
    }
};

__global__ void k(int *a, float *b) {
    Counted counted;
    counted.last = a;
    atomicAdd(b, counted);
}
