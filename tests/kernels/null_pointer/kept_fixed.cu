// expect: drf
//--blockDim=64 --gridDim=1

// An execution that goes through a null pointer has no meaning.
__global__ void kept(int *a, int *b, int n) {
    int *to = nullptr;
    if (n > 3) to = a;
    to[threadIdx.x] = 1;
    if (n <= 3) b[0] = threadIdx.x;
}
