// expect: drf
//--blockDim=64 --gridDim=1

__global__ void wave(float *s, float *c, float *x, int *e) {
    int i = threadIdx.x;
    sincosf(x[i], &s[i], &c[i]);
    float whole, own = 0.0f, other;
    float part = modff(x[i], &whole);
    __sincosf(part, &own, &other);
    x[i] = frexpf(whole + own + other, e + i);
}
