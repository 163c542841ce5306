// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    for (int i = 0; i < 4; i++) {
        if (i == 2) continue;
        for (int j = 0; j < 4; j++) {
            if (j > i) break;
            a[threadIdx.x * 16 + i * 4 + j] = 1;
        }
    }
}
