// A histogram of 64 bins, one of each thread's own, summed at the end.
#define BINS 64
#define LENGTH 8
__global__ void histogram64(unsigned *result, unsigned *data) {
    __shared__ unsigned char own[32 * BINS];
    unsigned tid = threadIdx.x;
    for (unsigned bin = 0; bin < BINS; bin++) own[tid + bin * blockDim.x] = 0;
    __syncthreads();
    for (unsigned k = 0; k < LENGTH; k++) {
        unsigned bin = data[(blockIdx.x * blockDim.x + tid) * LENGTH + k] % BINS;
        own[tid + bin * blockDim.x] += 1;
    }
    __syncthreads();
    if (tid < BINS / 2) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 32; k++) sum += own[2 * tid * 32 + k];
        result[blockIdx.x * BINS + tid] = sum;
    }
}
