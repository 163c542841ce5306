// expect: racy
// flags: --timeout 20

// No axis is named, and there are several threads all the same: a ticket tells them apart.
__global__ void take(float *a, unsigned *next) {
    unsigned ticket = atomicAdd(next, 1);
    a[ticket / 2] = 1;
}
