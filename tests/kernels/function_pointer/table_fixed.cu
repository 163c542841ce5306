// expect: drf
//--blockDim=64 --gridDim=1

// A pointer that is read of a constant table is one of the functions that the table names, whatever else takes the same.
typedef int (*place)(int);
__device__ int same(int i) { return i; }
__device__ int other(int i) { return 64 + i; }
__device__ int half(int i) { return i / 2; }
__device__ const place table[2] = {same, &other};
__constant__ const place chosen = same;

__global__ void fill(int *a, int way) {
    a[(*table[way])(threadIdx.x)] = 1;
    a[128 + chosen(threadIdx.x)] = 1;
}
