// expect: racy
//--blockDim=32 --gridDim=1
// A cast to its own type, and unary plus, take the value: the element is read.
__global__ void k(int *a, float *b) {
    (int)a[0];
    +b[1];
    if (threadIdx.x == 3) {
        a[0] = 1;
        b[1] = 1;
    }
}
