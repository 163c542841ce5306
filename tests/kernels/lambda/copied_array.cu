// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int own[4] = {0, 1, 2, 3};
    auto at = [=](int i) { return own[i % 4]; };
    own[0] = 4;
    a[at(threadIdx.x)] = 1;
}
