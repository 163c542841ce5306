// expect: racy
//--blockDim=64 --gridDim=2

// What is written by a pointer to another type is read by the variable's name.
__global__ void sum(float *a, const float4 *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int where = i;
    char *bytes = (char *)&where;
    bytes[0] = 0;
    a[where] = 1;
}
