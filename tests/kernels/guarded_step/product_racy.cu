// expect: racy
// Each block steps over half of what it writes.
__global__ void k(float *out, int n) {
    const int blocks = gridDim.x;
    const int block = blockIdx.x;
    for (int row = 32 * block; row < n; row += 16 * blocks)
        for (int q = threadIdx.x; q < 32; q += blockDim.x) out[row + q] = 1;
}

int main(int argc, char **) {
    k<<<argc, 8>>>(nullptr, 4096);
}
