// expect: racy
// flags: --block-dim 64 --grid-dim 1 --timeout 20

// The member leads to the thread's own variable, which changes.
struct Setter {
    int *to;
    __device__ void set(int x) { *to = x; }
};

__global__ void fill(int *a) {
    int own = threadIdx.x;
    Setter setter;
    setter.to = a;
    setter.to = &own;
    setter.set(threadIdx.x / 2);
    a[own] = 1;
}
