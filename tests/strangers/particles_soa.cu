#include <cstdio>
#include <cstdlib>
#include <cmath>
#include "particles.h"   // ParticleSystem for the renderer

#ifndef PARTICLES_DEFAULT
#define PARTICLES_DEFAULT 65536
#endif

struct SoA {
	float *x, *y, *z;
	float *vx, *vy, *vz;
	float *life;
	int count;
};

static SoA allocate(int count)
{
	SoA p;
	p.count = count;
	float **fields[] = { &p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.life };
	for (float **f : fields) {
		cudaMalloc((void **)f, count * sizeof(float));
		cudaMemset(*f, 0, count * sizeof(float));
	}
	return p;
}

__device__ float hash(unsigned int s)
{
	s = (s ^ 61) ^ (s >> 16);
	s *= 9;
	s = s ^ (s >> 4);
	s *= 0x27d4eb2d;
	s = s ^ (s >> 15);
	return s * (1.0f / 4294967296.0f);
}

__global__ void simulate(SoA p, float dt, float3 gravity, unsigned int frame)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= p.count)
		return;
	if ((p.life[i] -= dt) <= 0.0f) {
		p.x[i] = p.y[i] = p.z[i] = 0.0f;
		p.vx[i] = hash(i + frame) - 0.5f;
		p.vy[i] = hash(2 * i + frame);
		p.vz[i] = hash(3 * i + frame) - 0.5f;
		p.life[i] = 1.0f + hash(5 * i + frame);
		return;
	}
	p.vx[i] += gravity.x * dt;
	p.vy[i] += gravity.y * dt;
	p.vz[i] += gravity.z * dt;
	p.x[i] += p.vx[i] * dt;
	p.y[i] += p.vy[i] * dt;
	p.z[i] += p.vz[i] * dt;
	if (p.y[i] < 0.0f) {
		p.y[i] = -p.y[i];
		p.vy[i] *= -0.5f;
	}
}

int main(int argc, char **argv)
{
	SoA p = allocate(argc > 1 ? atoi(argv[1]) : PARTICLES_DEFAULT);
	dim3 block(128);
	dim3 grid((p.count + block.x - 1) / block.x);
	for (unsigned int frame = 0; frame < 600; ++frame)
		simulate<<<grid, block>>>(p, 1.0f / 60.0f, make_float3(0.0f, -9.81f, 0.0f), frame);
	cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
// expect simulate: race free, assuming missing-header -- particle i of seven separate arrays belongs to thread i
