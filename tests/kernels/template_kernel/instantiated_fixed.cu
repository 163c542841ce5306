// expect: drf
//--blockDim=64 --gridDim=1

template <bool UP> __global__ void move(int *a) {
    int to = UP ? threadIdx.x + 1 : threadIdx.x;
    a[to] = a[threadIdx.x];
}

template __global__ void move<false>(int *);
