// N-body, everything in one kernel to save launches.
#include <stdio.h>
#include <stdlib.h>

typedef struct { float x, y, z, vx, vy, vz; } Body;

#define SOFTENING 1e-9f

void randomizeBodies(float *data, int n) {
  for (int i = 0; i < n; i++) data[i] = 2.0f * (rand() / (float)RAND_MAX) - 1.0f;
}

__global__ void step(Body *p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f, Fy = 0.0f, Fz = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = p[j].x - p[i].x;
      float dy = p[j].y - p[i].y;
      float dz = p[j].z - p[i].z;
      float distSqr = dx * dx + dy * dy + dz * dz + SOFTENING;
      float invDist = rsqrtf(distSqr);
      float invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3; Fy += dy * invDist3; Fz += dz * invDist3;
    }
    p[i].vx += dt * Fx; p[i].vy += dt * Fy; p[i].vz += dt * Fz;
    p[i].x += p[i].vx * dt;
    p[i].y += p[i].vy * dt;
    p[i].z += p[i].vz * dt;
  }
}

int main(const int argc, const char **argv) {
  int nBodies = 30000;
  if (argc > 1) nBodies = atoi(argv[1]);
  const float dt = 0.01f;
  const int nIters = 10;
  int bytes = nBodies * sizeof(Body);
  float *buf = (float *)malloc(bytes);
  Body *p = (Body *)buf;
  randomizeBodies(buf, 6 * nBodies);
  float *d_buf;
  cudaMalloc(&d_buf, bytes);
  Body *d_p = (Body *)d_buf;
  int nBlocks = (nBodies + 255) / 256;
  for (int iter = 1; iter <= nIters; iter++) {
    cudaMemcpy(d_buf, buf, bytes, cudaMemcpyHostToDevice);
    step<<<nBlocks, 256>>>(d_p, dt, nBodies);
    cudaMemcpy(buf, d_buf, bytes, cudaMemcpyDeviceToHost);
    printf("Iteration %d: %f\n", iter, p[0].x);
  }
  free(buf);
  cudaFree(d_buf);
}
// expect step: racy -- positions are updated while other threads still read them
