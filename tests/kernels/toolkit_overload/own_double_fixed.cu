// expect: drf
//--blockDim=64 --gridDim=1

// As files have it that run on old devices, too.
__device__ double atomicAdd(double *p, double v) {
    unsigned long long *a = (unsigned long long *)p, old = *a, seen;
    do {
        seen = old;
        old = atomicCAS(a, seen, seen + 1);
    } while (seen != old);
    return v;
}

__global__ void k(int *o, float *f) {
    atomicAdd(o, 1);
    atomicAdd(f, 1);
}
