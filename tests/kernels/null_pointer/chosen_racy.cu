// expect: racy
//--blockDim=64 --gridDim=4

__global__ void forecast(double *out, double *spread, int steps, bool wide) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double *mine = steps ? out + i : nullptr;
    double *other = wide ? spread + i / 2 : NULL;
    for (int k = 0; k < steps; k++) {
        mine[0] = k;
        if (wide) other[0] = k;
    }
}
