// expect: racy
//--blockDim=64 --gridDim=1

// What all are sent back to is one place.
__global__ void permute(const float *place, const float *inverse, int *out) {
    assert(place[threadIdx.x] >= 0.0f && inverse[(int)place[threadIdx.x]] == 0.0f);
    out[(int)place[threadIdx.x]] = threadIdx.x;
}
