// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int at = threadIdx.x;
    auto step = [&]() { at = at / 2; a[at] = at; };
    step();
}
