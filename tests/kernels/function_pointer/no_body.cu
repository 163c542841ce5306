// expect: unsupported
//--blockDim=64 --gridDim=1

typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ void elsewhere(int *a, int i);

__global__ void fill(int *a, int way) {
    work f = apart;
    if (way) f = elsewhere;
    f(a, threadIdx.x);
}
