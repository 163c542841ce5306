// expect: racy
//--blockDim=64 --gridDim=1

__global__ void find(int *a, const int *b) {
    for (int i = 0; i < 8; i++) {
        if (b[i] == 0) break;
        a[threadIdx.x + i] = i;
    }
}
