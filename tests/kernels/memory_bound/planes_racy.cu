// expect: racy
// The second plane begins with the last element of the first one.
__global__ void k(double *a, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a[i] = 1;
        a[i + n - 1] = 2;
    }
}

int main() {
    k<<<128, 128>>>(nullptr, clock());
}
