// expect: drf
// flags: --block-dim 64 --grid-dim 1 --timeout 20

// Both are arrays of the launch, and what is written there is no variable of the thread.
struct Counter {
    int n;
    __device__ int &get() { return n; }
};

__global__ void fill(int *a, int *b, bool second) {
    Counter counter;
    counter.get() = threadIdx.x;
    int *p = a;
    if (second) p = b;
    for (int i = 0; i < 4; i++) p[i * 64 + counter.get()] = i;
}
