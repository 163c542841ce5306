/* Monte Carlo estimate of pi */
#include <stdio.h>
#include <curand.h>
#include <curand_kernel.h>

#define THREADS 256
#define BLOCKS 64
#define TRIALS 4096

__global__ void setup(curandState *state, unsigned long seed) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &state[id]);
}

__global__ void throw_darts(curandState *state, unsigned int *hits) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState mine = state[id];
    unsigned int in = 0;
    for (int i = 0; i < TRIALS; i++) {
        float x = curand_uniform(&mine);
        float y = curand_uniform(&mine);
        if (x * x + y * y <= 1.0f) in++;
    }
    state[id] = mine;
    atomicAdd(hits, in);
}

/* saves memory: one generator for each thread of a block */
__global__ void throw_darts_small(curandState *state, unsigned int *hits) {
    curandState mine = state[threadIdx.x];
    unsigned int in = 0;
    for (int i = 0; i < TRIALS; i++) {
        float x = curand_uniform(&mine);
        float y = curand_uniform(&mine);
        if (x * x + y * y <= 1.0f) in++;
    }
    state[threadIdx.x] = mine;
    atomicAdd(hits, in);
}

int main(int argc, char **argv) {
    curandState *state;
    unsigned int *hits, h;
    cudaMalloc((void **)&state, THREADS * BLOCKS * sizeof(curandState));
    cudaMalloc((void **)&hits, sizeof(unsigned int));
    cudaMemset(hits, 0, sizeof(unsigned int));
    setup<<<BLOCKS, THREADS>>>(state, 42);
    throw_darts<<<BLOCKS, THREADS>>>(state, hits);
    cudaMemcpy(&h, hits, sizeof h, cudaMemcpyDeviceToHost);
    printf("pi = %f\n", 4.0 * h / ((double)THREADS * BLOCKS * TRIALS));

    cudaMemset(hits, 0, sizeof(unsigned int));
    throw_darts_small<<<BLOCKS, THREADS>>>(state, hits);
    cudaMemcpy(&h, hits, sizeof h, cudaMemcpyDeviceToHost);
    printf("pi = %f\n", 4.0 * h / ((double)THREADS * BLOCKS * TRIALS));
    return 0;
}
// expect setup: race free -- one generator for each thread
// expect throw_darts: race free -- one generator for each thread, and an atomic
// expect throw_darts_small: racy -- 64 blocks read and write the same 256 generators
