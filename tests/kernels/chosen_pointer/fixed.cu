// expect: drf
//--blockDim=64 --gridDim=1

__global__ void either(int *a, int *b, int n) {
    int *to = a;
    if (n > 3) to = b;
    to[threadIdx.x] = 1;
    to += 64;
    to[threadIdx.x] = to[threadIdx.x] + 1;
}
