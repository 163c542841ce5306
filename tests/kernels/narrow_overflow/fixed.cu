// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int n = 32767;
    n++;
    a[threadIdx.x * (n < 0 ? 0 : 1)] = threadIdx.x;
}
