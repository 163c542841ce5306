// expect: unsupported
// flags: --strict --block-dim 64 --grid-dim 1

// The size of the launch is given, and what its pointers are is not.
__global__ void k(float *a, const float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = b[i + 1]; }

int main() {
    float *x;
    cudaMalloc(&x, 400);
    k<<<1, 64>>>(x, std::get<0>(of(x)));
}
