// expect: racy
//--blockDim=64 --gridDim=1

__global__ void flag(int *found, const int *a) {
    *found = 1;
}
