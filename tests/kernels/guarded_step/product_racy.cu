// expect: racy
// Each block steps over half of what it writes.
__global__ void k(float *out, int n) {
    const int blocks = gridDim.x;
    const int block = blockIdx.x;
    for (int row = 32 * block; row < n; row += 16 * blocks)
        if (threadIdx.x < 32) out[row + threadIdx.x] = 1;
}

int main(int argc, char **argv) {
    k<<<argc, 32>>>(nullptr, 64);
}
