// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int *p = a + threadIdx.x * 2;
    int *q = a;
    q += 2;
    *p = 1;
    q[threadIdx.x * 2] = 2;
    p[1] = 3;
}
