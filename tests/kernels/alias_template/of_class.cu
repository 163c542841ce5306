// expect: unsupported
struct Traits {
    template <typename T> using index_t = unsigned;
};

__global__ void fill(int *a) {
    a[threadIdx.x * sizeof(Traits::index_t<int>) / 2] = threadIdx.x;
}

void run(int *a) { fill<<<1, 512>>>(a); }
