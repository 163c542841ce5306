// expect: potential
// flags: --strict
// A plane of bytes may take half of all addresses: the third one wraps around to the first.
__global__ void k(char *a, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 1;
        a[i + 2 * n] = 3;
    }
}

int main() {
    k<<<128, 128>>>(nullptr, clock());
}
