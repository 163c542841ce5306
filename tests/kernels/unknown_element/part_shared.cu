// expect: potential
//--blockDim=64 --gridDim=1

#include "vertex.h"

// Whether these are one place, the header says.
__global__ void move(Vertex *vertices) {
    if (threadIdx.x == 0) {
        vertices[0].left = 1;
    } else if (threadIdx.x == 1) {
        vertices[0].right = 1;
    }
}
