// The third alarm of [L24, §2.1], after a particle simulation: the index that is written was read
// from memory. Racy where gridParticleIndex holds a number twice.
// expect: racy
//--blockDim=64 --gridDim=2
__global__ void collideD(float4 *newVel, const unsigned int *gridParticleIndex,
                         const float *pos, float force) {
    unsigned int index = blockIdx.x * blockDim.x + threadIdx.x;
    float vel = pos[index];
    unsigned int orig = gridParticleIndex[index];
    newVel[orig] = make_float4(vel + force, 0.0f, 0.0f, 0.0f);
}
