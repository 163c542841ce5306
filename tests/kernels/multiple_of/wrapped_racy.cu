// expect: racy
// An unsigned product by 3 wraps around: it may be any number.
__global__ void first_of_three(int *a) {
    if (threadIdx.x % 3 == 0) a[blockDim.x / 3 * blockIdx.x + threadIdx.x / 3] = threadIdx.x + blockIdx.x;
}

void go(int *a, int blocks, unsigned n) { first_of_three<<<blocks, 3 * n>>>(a); }

int main(int argc, char **argv) { go(nullptr, argc, atoi(argv[1])); }
