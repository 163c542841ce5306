// expect: drf
//--blockDim=64 --gridDim=4

struct Body { float x, y, z; int id; };

__global__ void members(Body *bodies) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *id = &bodies[i].id;
    *id = i;
    reinterpret_cast<float *>(bodies)[4 * i + 2] = 1;
}
