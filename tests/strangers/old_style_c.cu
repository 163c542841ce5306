/* Molecular dynamics, 2003 code ported to the GPU. Lennard-Jones, cut off, neighbour lists. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif
#include "md.h"
#include "rng.inc"

#if 0
This was the old integrator; it doesn't conserve energy, don't use it:
    for (i=0; i<n; i++) { x[i] += v[i]*dt; /* no half step */ }
#endif

#define MAXNEIGH 64
#define CUTOFF2  (2.5f*2.5f)
#define DO_ATOMS(i, n) for ((i) = blockIdx.x*blockDim.x + threadIdx.x; (i) < (n); (i) += blockDim.x*gridDim.x)
#define GPU_TRY(call)                                         \
	if ((err = (call)) != cudaSuccess) {                  \
		where = #call;                                \
		goto fail;                                    \
	}

/* forces from full neighbour lists: atom i writes f[i] only */
__global__ void
lj_full(const float4 *x, float4 *f, const int *nn, const int *neigh, int n)
{
	int i, k;

	DO_ATOMS(i, n) {
		float4 xi = x[i], fi = make_float4(0, 0, 0, 0);
		for (k = 0; k < nn[i]; k++) {
			float4 xj = x[neigh[i*MAXNEIGH + k]];
			float dx = xi.x - xj.x, dy = xi.y - xj.y, dz = xi.z - xj.z;
			float r2 = dx*dx + dy*dy + dz*dz;
			if (r2 < CUTOFF2) {
				float i2 = 1.0f/r2, i6 = i2*i2*i2;
				float s = 48.0f*i2*i6*(i6 - 0.5f);
				fi.x += s*dx; fi.y += s*dy; fi.z += s*dz;
			}
		}
		f[i] = fi;
	}
}

/* half lists: Newton's third law, so f[j] is updated as well */
__global__ void
lj_half(const float4 *x, float4 *f, const int *nn, const int *neigh, int n)
{
	int i, j, k;

	DO_ATOMS(i, n) {
		for (k = 0; k < nn[i]; k++) {
			j = neigh[i*MAXNEIGH + k];
			float dx = x[i].x - x[j].x, dy = x[i].y - x[j].y, dz = x[i].z - x[j].z;
			float r2 = dx*dx + dy*dy + dz*dz;
			float i2 = 1.0f/r2, i6 = i2*i2*i2;
			float s = r2 < CUTOFF2 ? 48.0f*i2*i6*(i6 - 0.5f) : 0.0f;
			f[i].x += s*dx; f[i].y += s*dy; f[i].z += s*dz;
			f[j].x -= s*dx; f[j].y -= s*dy; f[j].z -= s*dz;
		}
	}
}

__global__ void
kick_drift(float4 *x, float4 *v, const float4 *f, float dt, int n)
{
	int i;

	DO_ATOMS(i, n) {
		v[i].x += dt*f[i].x; v[i].y += dt*f[i].y; v[i].z += dt*f[i].z;
		x[i].x += dt*v[i].x; x[i].y += dt*v[i].y; x[i].z += dt*v[i].z;
	}
}

int
main(int argc, char **argv)
{
	const char *where;
	cudaError_t err;
	float4 *x, *v, *f;
	int *nn, *neigh, n = 4000, step, half = getenv("MD_HALF") != NULL;

	GPU_TRY(cudaMalloc((void **)&x, n*sizeof(float4)));
	GPU_TRY(cudaMalloc((void **)&v, n*sizeof(float4)));
	GPU_TRY(cudaMalloc((void **)&f, n*sizeof(float4)));
	GPU_TRY(cudaMalloc((void **)&nn, n*sizeof(int)));
	GPU_TRY(cudaMalloc((void **)&neigh, n*MAXNEIGH*sizeof(int)));
	read_configuration(argv[1], x, v, nn, neigh, n);
	for (step = 0; step < 1000; step++) {
		if (half)
			lj_half<<<16, 128>>>(x, f, nn, neigh, n);
		else
			lj_full<<<16, 128>>>(x, f, nn, neigh, n);
		kick_drift<<<16, 128>>>(x, v, f, 0.005f, n);
	}
	GPU_TRY(cudaDeviceSynchronize());
	return 0;
fail:
	fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(err));
	return 1;
}
// expect lj_full: race free, assuming missing-header -- each atom's force is its thread's
// expect lj_half: racy, assuming missing-header -- f[j] is updated by several threads
// expect kick_drift: race free, assuming missing-header -- each atom is its thread's
