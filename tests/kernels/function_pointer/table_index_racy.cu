// expect: racy
//--blockDim=64 --gridDim=1

// The index of a table is evaluated, too.
typedef int (*place)(int);
__device__ int same(int i) { return i; }
static __device__ int (*const table[])(int) = {same};

__global__ void fill(int *a, int *b) {
    a[table[b[0]](threadIdx.x)] = 1;
    b[0] = 0;
}
