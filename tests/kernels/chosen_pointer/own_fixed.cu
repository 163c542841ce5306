// expect: drf
//--blockDim=64 --gridDim=1

__global__ void own(int *a, int n) {
    int first = 1;
    int second = 2;
    int *to = n > 3 ? &first : &second;
    *to = *to + 1;
    a[threadIdx.x] = first + second;
}
