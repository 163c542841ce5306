// expect: racy
//--blockDim=64 --gridDim=1

__global__ void turns(int *a, int *b, int n) {
    int *from = a;
    int *to = b;
    for (int i = 0; i < n; i++) {
        to[threadIdx.x] = from[63 - threadIdx.x];
        int *other = i % 2 ? a : b;
        other[0] = i;
    }
}
