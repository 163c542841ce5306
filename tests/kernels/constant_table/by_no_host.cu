// expect: potential
//--blockDim=32 --gridDim=1

// Two equal numbers would make a race, and host code may write them.
__constant__ int place[4] = {0, 1, 2, 3};

__global__ void put(float *out) {
    if (threadIdx.x < 4) out[place[threadIdx.x]] = threadIdx.x;
}
