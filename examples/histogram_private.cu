// A histogram with bins of each thread's own, which are then summed after a barrier.
// expect: drf
//--blockDim=16 --gridDim=2
#define BINS 16
#define THREADS 16
#define EACH 4

__global__ void histogram(const unsigned char *data, int *bins) {
    __shared__ int own[THREADS][BINS];
    int t = threadIdx.x;
    for (int b = 0; b < BINS; b++)
        own[t][b] = 0;
    for (int k = 0; k < EACH; k++)
        own[t][data[(blockIdx.x * THREADS + t) * EACH + k] % BINS]++;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < THREADS; k++)
        sum += own[k][t];
    bins[blockIdx.x * BINS + t] = sum;
}
