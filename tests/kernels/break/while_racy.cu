// expect: racy
//--blockDim=64 --gridDim=1

__global__ void count(int *a, int n) {
    int i = 0;
    while (true) {
        if (i >= n) break;
        i++;
    }
    a[i] = threadIdx.x;
}
