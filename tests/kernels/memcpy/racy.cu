// expect: racy
//--blockDim=64 --gridDim=1

struct Pair { short x, y; };

__global__ void copy(Pair *in, Pair *out) {
    memcpy(&out[threadIdx.x], &in[threadIdx.x], 5);
}
