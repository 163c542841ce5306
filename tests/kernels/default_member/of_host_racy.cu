// expect: racy

struct Sizes {
    int threads = 32, step = 2;
    int *a = nullptr;
};

__global__ void write(Sizes sizes, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4 * sizes.threads) sizes.a[i * step / sizes.step] = i;
}

// `step` is 1 here.
void host(int *a) {
    Sizes sizes, more{8, 1};
    sizes.a = a;
    write<<<4, sizes.threads>>>(sizes, more.step);
}
