// expect: racy
// flags: --block-dim 64 --grid-dim 1

// The pointer may lead to the thread's own variable, which then changes in the loop.
struct Counter {
    int n;
    __device__ int get() { return n; }
};

__global__ void fill(int *a, int *b, bool second) {
    Counter counter;
    counter.n = threadIdx.x;
    int *p = b;
    if (second) p = &counter.n;
    for (int i = 0; i < 2; i++) {
        a[counter.get()] = i;
        *p = 0;
    }
}
