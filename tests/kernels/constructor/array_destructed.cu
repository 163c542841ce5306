// expect: unsupported
// Destructors are not followed: not those of the elements of arrays, of members, or of what a function is given.
__device__ int made;
struct Counted {
    int n;
    __device__ ~Counted() { made = n; }
};
struct Pair {
    Counted both[2];
    int n;
};
__global__ void k(int *out) {
    Pair pair;
    pair.n = threadIdx.x;
    out[threadIdx.x] = pair.n;
}
void launch(int *out) { k<<<1, 64>>>(out); }
