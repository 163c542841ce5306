// expect: drf
//--blockDim=64 --gridDim=1

__global__ void own(int *a, int n) {
    int first = 64;
    int second = 64;
    int *to;
    if (n > 3) to = &first;
    else to = &second;
    *to = 32;
    a[threadIdx.x % (n > 3 ? second : first)] = 1;
}
