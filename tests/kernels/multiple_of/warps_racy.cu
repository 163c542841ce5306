// expect: racy
// A block has threads besides its whole warps.
__global__ void first_of_warp(int *a) {
    if (threadIdx.x % 32 == 0) a[blockDim.x / 32 * blockIdx.x + threadIdx.x / 32] = threadIdx.x + blockIdx.x;
}

void go(int *a, int blocks, int warps) {
    int threads = 16 * warps;
    first_of_warp<<<blocks, threads>>>(a);
}

int main(int argc, char **argv) { go(nullptr, argc, atoi(argv[1])); }
