// expect: unsupported

// A step of an object without a name, which is no declaration.
struct Count {
    int *at;
    __device__ Count(int *p) : at(p) { }
    __device__ int operator++(int) { return atomicAdd(at, 1); }
};
__global__ void k(int *a) { Count(a)++; }
