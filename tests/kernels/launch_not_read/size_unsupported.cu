// expect: unsupported
// flags: --strict --block-dim 64 --grid-dim 1

__global__ void k(float *a, const float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = b[i + 1]; }

int main() {
    float *x;
    cudaMalloc(&x, 400);
    k<<<std::get<0>(sizes()), 64>>>(x, x);
}
