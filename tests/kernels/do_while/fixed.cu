// expect: drf
//--blockDim=64 --gridDim=1

__global__ void sum(int *a, int n) {
    int i = 0;
    do {
        a[threadIdx.x * 2 + i] = i;
        i++;
    } while (i < 2);
}
