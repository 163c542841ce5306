// expect: drf
//--blockDim=32 --gridDim=1
// The loop never runs: its counter has no value.
__global__ void k(int *a) {
    for (int i = 1; i < 1; i++) a[(long long)(5 / i)] = 1;
}
