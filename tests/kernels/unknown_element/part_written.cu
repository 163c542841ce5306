// expect: drf
//--blockDim=64 --gridDim=1

#include "vertex.h"

__global__ void move(Vertex *vertices, float *out) {
    Vertex own;
    own.x = out[threadIdx.x];
    own.x += 2;
    vertices[threadIdx.x].position.x = own.x;
    vertices[threadIdx.x].color.y += 1;
    out[threadIdx.x] = own.x;
}
