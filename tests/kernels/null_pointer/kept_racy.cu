// expect: racy
//--blockDim=64 --gridDim=1

__global__ void kept(int *a, int *b, int n) {
    int *to = nullptr;
    if (n > 3) to = a;
    if (to != nullptr) to[threadIdx.x] = 1;
    if (n <= 3) b[0] = threadIdx.x;
}
