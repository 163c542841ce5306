// expect: potential
// flags: --strict
// As numbers of 32 bits, the planes may overlap in memory that there is.
__global__ void k(char *a, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 1;
        a[i + 2 * n] = 3;
    }
}

int main() {
    k<<<128, 128>>>(nullptr, clock());
}
