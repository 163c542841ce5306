// expect: racy
//--blockDim=[32,2] --gridDim=1

// No host code is at hand: what the table is given here is an input as good as any.
__constant__ int near[3] = {-1, 0, 1};

__global__ void sum(const float *in, float *out) {
    float all = 0;
    for (int n = 0; n < 3; n++) all += in[(int)threadIdx.x + 1 + near[n]];
    out[threadIdx.y * 31 + threadIdx.x] = all;
}
