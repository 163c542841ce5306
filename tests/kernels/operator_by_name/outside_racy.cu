// expect: racy

// An operator that is called by its name.
struct V { unsigned v; };
__device__ unsigned operator/(V a, unsigned n) { return a.v / n; }
__global__ void k(int *a) {
    V v;
    v.v = threadIdx.x;
    a[operator/(v, 2)] = 1;
}
int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a); }
