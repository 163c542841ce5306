// expect: unsupported
//--blockDim=64 --gridDim=1

typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ work table[1];

__global__ void fill(int *a) {
    table[0] = [](int *a, int i) { a[0] = i; };
    table[0](a, threadIdx.x);
}
