// expect: drf
//--blockDim=64 --gridDim=1

// As unsigned numbers every thread is less than -1.
__global__ void fill(int *a) {
    int last = -1;
    a[(int)threadIdx.x < last ? 0 : threadIdx.x] = threadIdx.x;
}
