// expect: racy
//--blockDim=1024 --gridDim=4096

__global__ void put(char *a) {
    long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    a[(int) i & 0xffff] = 1;
}
