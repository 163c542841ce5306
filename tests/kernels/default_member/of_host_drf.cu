// expect: drf

struct Sizes {
    int threads = 32, step = 2;
    int *a = nullptr;
};

__global__ void write(Sizes sizes, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4 * sizes.threads) sizes.a[i * step / sizes.step] = i;
}

// The host's objects have the values, too.
void host(int *a) {
    Sizes sizes, more{};
    sizes.a = a;
    write<<<4, sizes.threads>>>(sizes, more.step);
    write<<<4, 32>>>(sizes, Sizes{16}.step);
}
