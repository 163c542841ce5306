// expect: drf
// flags: --timeout 20

__global__ void take(float *a, int *next) {
    int ticket = atomicAdd(next, 1);
    a[ticket] = 1;
}
