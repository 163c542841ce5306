// expect: racy
//--blockDim=64 --gridDim=1

__global__ void skip(int *a, const int *b) {
    int i = 0;
    while (i < 4) {
        if (b[i] == 0) {
            i += 2;
            continue;
        }
        a[threadIdx.x + i] = i;
        i++;
    }
}
