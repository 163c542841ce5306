// expect: racy
//--blockDim=64 --gridDim=1

// The name means what it means where the lambda expression stands.
__global__ void fill(int *a) {
    int by = 2;
    auto half = [&](int i) { return i / by; };
    {
        int by = 1;
        a[half(threadIdx.x)] = by;
    }
}
