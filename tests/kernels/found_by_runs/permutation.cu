// expect: potential
//--blockDim=64 --gridDim=1

// An array that has an inverse sends no two threads to one place.
__global__ void permute(const float *place, const float *inverse, int *out) {
    assert(place[threadIdx.x] >= 0.0f && inverse[(int)place[threadIdx.x]] == threadIdx.x);
    out[(int)place[threadIdx.x]] = threadIdx.x;
}
