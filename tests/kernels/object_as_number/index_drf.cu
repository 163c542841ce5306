// expect: drf

// An operand of `+` is the number that its class converts it to.
struct Index {
    unsigned at;
    __device__ operator unsigned() const { return at; }
};
__global__ void k(int *a) {
    Index i;
    i.at = blockIdx.x * blockDim.x + threadIdx.x;
    a[i + 1] = 1;
    if (i < 7) a[i * 1 + 1] = 2;
}
int main() { int *a; cudaMalloc(&a, 4096); k<<<2, 64>>>(a); }
