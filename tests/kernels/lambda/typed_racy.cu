// expect: racy
//--blockDim=64 --gridDim=2

// What it returns is cut.
__global__ void fill(int *a) {
    auto low = [](int i) -> unsigned char {
        if (i > 1000) {
            return 0;
        }
        return i;
    };
    a[low((blockIdx.x * 64 + threadIdx.x) * 4)] = 1;
}
