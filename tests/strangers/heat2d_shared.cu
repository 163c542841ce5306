/* 2-D heat equation, explicit scheme, tile with halo in shared memory. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define BX 32
#define BY 8
#define IDX(i, j) ((j) * nx + (i))

typedef double real;

__global__ void heat_step(const real *u, real *unew, int nx, int ny, real r)
{
    __shared__ real s[BY + 2][BX + 2];
    int i = blockIdx.x * BX + threadIdx.x;
    int j = blockIdx.y * BY + threadIdx.y;
    int si = threadIdx.x + 1, sj = threadIdx.y + 1;

    if (i < nx && j < ny) {
        s[sj][si] = u[IDX(i, j)];
        if (threadIdx.x == 0 && i > 0)           s[sj][0]      = u[IDX(i - 1, j)];
        if (threadIdx.x == BX - 1 && i < nx - 1) s[sj][BX + 1] = u[IDX(i + 1, j)];
        if (threadIdx.y == 0 && j > 0)           s[0][si]      = u[IDX(i, j - 1)];
        if (threadIdx.y == BY - 1 && j < ny - 1) s[BY + 1][si] = u[IDX(i, j + 1)];
    }
    __syncthreads();

    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
        unew[IDX(i, j)] = s[sj][si] + r * (s[sj][si - 1] + s[sj][si + 1] + s[sj - 1][si]
                                           + s[sj + 1][si] - 4.0 * s[sj][si]);
}

int main(int argc, char *argv[])
{
    int nx = 512, ny = 512, steps = 1000;
    if (argc == 4) {
        nx = atoi(argv[1]);
        ny = atoi(argv[2]);
        steps = atoi(argv[3]);
    }
    size_t size = (size_t)nx * ny * sizeof(real);
    real *h = (real *)calloc(nx * ny, sizeof(real));
    for (int i = 0; i < nx; i++) h[IDX(i, 0)] = 100.0;

    real *d[2];
    cudaMalloc((void **)&d[0], size);
    cudaMalloc((void **)&d[1], size);
    cudaMemcpy(d[0], h, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], h, size, cudaMemcpyHostToDevice);

    dim3 block(BX, BY, 1);
    dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, 1);
    for (int t = 0; t < steps; t++)
        heat_step<<<grid, block>>>(d[t % 2], d[(t + 1) % 2], nx, ny, 0.2);

    cudaMemcpy(h, d[steps % 2], size, cudaMemcpyDeviceToHost);
    printf("u(mid) = %g\n", h[IDX(nx / 2, ny / 2)]);
    cudaFree(d[0]);
    cudaFree(d[1]);
    free(h);
    return 0;
}
// expect heat_step: race free -- d[t % 2] and d[(t + 1) % 2] are two arrays, and the halo cells have one writer each
