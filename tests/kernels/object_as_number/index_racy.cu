// expect: racy

// An operand of `/` is the number that its class converts it to.
struct Index {
    unsigned at;
    __device__ operator unsigned() const { return at; }
};
__global__ void k(int *a) {
    Index i;
    i.at = threadIdx.x;
    a[i / 2] = 1;
}
int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a); }
