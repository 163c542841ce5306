// expect: racy

// The one in front gives the next place, which is that of the next thread.
struct Place {
    unsigned at;
    __device__ unsigned operator++() { at = at + 1; return at; }
    __device__ unsigned operator++(int) { unsigned old = at; at = at + 1; return old; }
};
__global__ void k(int *a) {
    Place p;
    p.at = threadIdx.x;
    a[p++] = 1;
    p.at = threadIdx.x;
    a[++p] = 2;
}
int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a); }
