// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    auto pick = [](int i) {
        if (i > 3) {
            return 0;
        }
        return i;
    };
    a[pick(threadIdx.x)] = 1;
}
