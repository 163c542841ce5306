// expect: drf
// A block has whole warps, however many the host finds.
__global__ void first_of_warp(int *a) {
    if (threadIdx.x % 32 == 0) a[blockDim.x / 32 * blockIdx.x + threadIdx.x / 32] = threadIdx.x;
}

void go(int *a, int blocks, int warps) {
    int threads = 32 * warps;
    first_of_warp<<<blocks, threads>>>(a);
}

int main(int argc, char **argv) { go(nullptr, argc, atoi(argv[1])); }
