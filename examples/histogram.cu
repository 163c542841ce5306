// A histogram with plain increments: two threads may count the same value at once.
// expect: racy
//--blockDim=64 --gridDim=2
#define BINS 16

__global__ void histogram(const unsigned char *data, int *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[data[i] % BINS]++;
}
