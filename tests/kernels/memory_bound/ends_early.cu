// expect: potential
// flags: --strict
// The loop may end before it has written the first plane: nothing is known of its size.
__global__ void k(char *a, const int *ends, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 1;
        a[i + 2 * n] = 3;
        if (ends[i]) break;
    }
}

int main() {
    k<<<128, 128>>>(nullptr, nullptr, clock());
}
