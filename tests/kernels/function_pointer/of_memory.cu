// expect: drf
//--blockDim=64 --gridDim=1

// The variable may hold what any kernel has put there: a function of this file, which is taken for granted.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ work kept;

__global__ void fill(int *a) {
    work f = apart;
    for (int n = 0; n < 2; n++) {
        f(a, threadIdx.x);
        f = kept;
    }
}
