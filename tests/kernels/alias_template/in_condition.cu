// expect: unsupported
// What stands there is a value, not a declaration.
template <typename T> using narrow_t = unsigned char;

__global__ void fill(int *a, int n) {
    if (narrow_t<int>(n) == 0) a[threadIdx.x] = threadIdx.x;
}

void run(int *a) { fill<<<1, 64>>>(a, 256); }
