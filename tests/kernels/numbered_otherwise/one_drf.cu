// expect: drf
// flags: --timeout 20

// Nothing tells threads apart: one is launched.
__global__ void start(float *a) { *a = 1; }
