// expect: drf
//--------------------------------------------------
// As `part_drf.cu`: a line of dashes is no option.
//--------------------------------------------------
__global__ void ruled(float *out) { out[blockIdx.x * SIZE + threadIdx.x] = 1.0f; }
