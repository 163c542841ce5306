// ising model. lattice size from the command line
#include <iostream>
#include <cstdlib>
#include <curand_kernel.h>

using uint = unsigned int;

__global__ void setup(curandState* states, uint seed, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    if (id < n) curand_init(seed, id, 0, states + id);
}

__device__ int idx(int x, int y, int l) { return ((y + l) % l) * l + (x + l) % l; }

__global__ void flip(int* spin, curandState* states, float beta, int l, int parity) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    if (id >= l * l) return;
    int x = id % l, y = id / l;
    if ((x + y) % 2 == parity) {
        int sum = spin[idx(x - 1, y, l)] + spin[idx(x + 1, y, l)]
                + spin[idx(x, y - 1, l)] + spin[idx(x, y + 1, l)];
        float p = expf(-2.0f * beta * spin[id] * sum);
        if (curand_uniform(&states[id]) < p) spin[id] *= -1;
    }
}

int main(int argc, char* argv[]) {
    if (argc < 3) { std::cerr << "usage: ising SIZE TEMPERATURE" << std::endl; return 1; }
    int l = std::atoi(argv[1]);
    float beta = 1.0f / std::atof(argv[2]);
    int n = l * l;
    int* spin;
    curandState* states;
    cudaMallocManaged(&spin, n * sizeof(int));
    cudaMalloc(&states, n * sizeof(curandState));
    for (int i = 0; i < n; ++i) spin[i] = (std::rand() & 1) ? 1 : -1;
    setup<<<(n + 127) / 128, 128>>>(states, 7u, n);
    for (int sweep = 0; sweep < 1000; ++sweep)
        for (int parity = 0; parity < 2; ++parity)
            flip<<<(n + 127) / 128, 128>>>(spin, states, beta, l, parity);
    cudaDeviceSynchronize();
    int m = 0;
    for (int i = 0; i < n; ++i) m += spin[i];
    std::cout << double(m) / n << std::endl;
    cudaFree(spin);
    cudaFree(states);
}
// expect setup: race free -- one state for each thread
// expect flip: racy or potential -- with an odd size, neighbours across the edge have the same colour; but who flips hangs on random numbers
