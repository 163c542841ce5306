// expect: drf

// `++` of a class, before and behind.
struct Counter {
    int n;
    __device__ int operator++() { return atomicAdd(&n, 1) + 1; }
    __device__ int operator++(int) { return atomicAdd(&n, 1); }
    __device__ int operator--() { return atomicSub(&n, 1) - 1; }
    __device__ int operator--(int) { return atomicSub(&n, 1); }
};
__global__ void k(Counter *c, int *out) {
    int a = ++*c, b = (*c)++, d = --*c, e = (*c)--;
    out[threadIdx.x + blockIdx.x * blockDim.x] = a + b + d + e;
}
