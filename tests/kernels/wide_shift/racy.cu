// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    long long high = (long long)threadIdx.x << 32;
    a[(int)high] = threadIdx.x;
}
