// expect: racy
//--blockDim=64 --gridDim=1

// The pointer is memory, too.
typedef int (*place)(int);
__device__ int same(int i) { return i; }
__device__ int other(int i) { return 64 + i; }
__device__ place table[2];
__device__ place chosen;

__global__ void fill(int *a, int way) {
    chosen = table[way];
    a[(*chosen)(threadIdx.x)] = 1;
}
