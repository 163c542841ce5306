// expect: drf
// flags: --strict
// The loop writes all of the first plane, so that a plane is no larger than memory, and no sum wraps around.
__global__ void k(double *a, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 1;
        a[i + n] = 2;
        a[i + 2 * n] = 3;
    }
}

int main() {
    k<<<128, 128>>>(nullptr, 5);
    k<<<128, 128>>>(nullptr, sizeof(int) * clock());
}
