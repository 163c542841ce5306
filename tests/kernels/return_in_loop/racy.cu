// expect: racy
//--blockDim=64 --gridDim=1

__global__ void find(int *a, const int *b) {
    for (int i = 0; i < 8; i++)
        if (b[i] == threadIdx.x) return;
    a[0] = threadIdx.x;
}
