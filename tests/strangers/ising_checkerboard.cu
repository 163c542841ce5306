// Metropolis sampling of the 2D Ising model, checkerboard update.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <curand_kernel.h>

#define L 512
static_assert(L % 2 == 0, "two colours need an even lattice");

__global__ void init_rng(curandState *st, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < L * L) curand_init(seed, i, 0, &st[i]);
}

__global__ void init_spins(signed char *s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < L * L) s[i] = 1;
}

__global__ void sweep(signed char *s, curandState *st, float beta, int colour)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= L || y >= L) return;
    if (((x + y) & 1) != colour) return;

    int xm = (x + L - 1) % L, xp = (x + 1) % L;
    int ym = (y + L - 1) % L, yp = (y + 1) % L;
    int h = s[y * L + xm] + s[y * L + xp] + s[ym * L + x] + s[yp * L + x];
    int dE = 2 * s[y * L + x] * h;

    curandState local = st[y * L + x];
    if (dE <= 0 || curand_uniform(&local) < expf(-beta * dE))
        s[y * L + x] = -s[y * L + x];
    st[y * L + x] = local;
}

int main(int argc, char **argv)
{
    float T = argc > 1 ? atof(argv[1]) : 2.269f;
    signed char *s;
    curandState *st;
    cudaMalloc(&s, L * L);
    cudaMalloc(&st, L * L * sizeof(curandState));
    init_rng<<<(L * L + 255) / 256, 256>>>(st, 1234ULL);
    init_spins<<<(L * L + 255) / 256, 256>>>(s);

    dim3 b(16, 16), g(L / 16, L / 16);
    for (int t = 0; t < 10000; t++) {
        sweep<<<g, b>>>(s, st, 1.0f / T, 0);
        sweep<<<g, b>>>(s, st, 1.0f / T, 1);
    }
    static signed char h[L * L];
    cudaMemcpy(h, s, L * L, cudaMemcpyDeviceToHost);
    double m = 0;
    for (int i = 0; i < L * L; i++) m += h[i];
    printf("T = %.3f  |m| = %.4f\n", T, fabs(m) / (L * L));
    return 0;
}
// expect init_rng: race free -- one state for each thread
// expect init_spins: race free -- one spin for each thread
// expect sweep: race free -- the neighbours of a colour have the other one, also around the edge since L is even
