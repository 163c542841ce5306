// expect: unsupported
//--blockDim=64 --gridDim=1

typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }

__global__ void fill(int *a, void *given) {
    work f = apart;
    work *at = &f;
    *at = (work)given;
    f(a, threadIdx.x);
}
