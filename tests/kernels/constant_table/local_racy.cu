// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    const int steps[3] = {0, 1, 2};
    static const unsigned char more[3] = {0, 3, 7};
    for (int n = 0; n < 3; n++)
        for (int m = 0; m < 3; m++) a[threadIdx.x * 9 + steps[n] + more[m]] = n;
}
