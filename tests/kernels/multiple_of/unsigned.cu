// expect: drf
// An unsigned product by a power of two that wraps around is one still.
__global__ void first_of_four(int *a) {
    if (threadIdx.x % 4 == 0) a[blockDim.x / 4 * blockIdx.x + threadIdx.x / 4] = threadIdx.x;
}

void go(int *a, int blocks, unsigned n) { first_of_four<<<blocks, 4 * n>>>(a); }

int main(int argc, char **argv) { go(nullptr, argc, atoi(argv[1])); }
