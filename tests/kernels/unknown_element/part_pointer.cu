// expect: unsupported
//--blockDim=64 --gridDim=1

#include "vertex.h"

// It may be a pointer, or an array.
__global__ void move(Mesh mesh) {
    mesh.places[0] = threadIdx.x;
}
