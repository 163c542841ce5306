// expect: racy
//--blockDim=64 --gridDim=1

// The file's own type of that name, and its own function.
struct curandState {
    unsigned next;
};

__device__ unsigned curand(curandState *state) {
    return state->next;
}

__global__ void draw(curandState *state, unsigned *out) {
    out[0] = curand(&state[threadIdx.x]);
}
