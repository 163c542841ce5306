// expect: racy
//--blockDim=64 --gridDim=2

// The copy is another value than the one before.
__global__ void sum(float *a, const float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int where = i;
    float zero = 0;
    memcpy(&where, &zero, sizeof(where));
    a[where] = 1;
}
