// expect: drf
//--blockDim=64 --gridDim=4

// Where it is null, nothing is written.
__global__ void forecast(double *out, double *spread, int steps, bool wide) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double *mine = steps ? out + i : nullptr;
    double *other = wide ? spread + i : 0;
    for (int k = 0; k < steps; k++) {
        mine[0] = k;
        if (wide) other[0] = k;
    }
}
