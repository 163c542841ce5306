// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int from = 64;
    auto next = [=](int i) { return from + i; };
    from = 0;
    a[next(threadIdx.x)] = next(from);
}
