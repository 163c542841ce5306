// expect: drf
//--blockDim=64 --gridDim=4

// Where it is read does not matter.
__global__ void sum(const int *a, int *b) {
    int sum = 0;
    while (*a) {
        sum += *a;
        a++;
    }
    b[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
