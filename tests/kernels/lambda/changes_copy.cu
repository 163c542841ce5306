// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int n = 0;
    auto next = [=]() mutable { return n++; };
    next();
    a[next() * threadIdx.x] = 1;
}
