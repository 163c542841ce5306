// expect: drf
//--blockDim=64 --gridDim=1

// What is shifted keeps its type, whatever it is shifted by: it stays below 0.
__global__ void f(int *a) {
    int t = threadIdx.x;
    int low = t - 64;
    unsigned by = 1;
    if ((low >> by) >= 0) a[0] = t;
}
