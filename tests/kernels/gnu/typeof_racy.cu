// expect: racy
//--blockDim=512 --gridDim=1

__global__ void k(int *a, unsigned char narrow) {
    typeof(narrow) i = threadIdx.x;
    a[i] = 1;
}
