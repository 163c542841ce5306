// Lattice Boltzmann D2Q9, periodic, BGK. Kommentare auf Deutsch, weil Praktikum :)
#include <array>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <vector>

namespace lbm
{
    constexpr int NX = 256;
    constexpr int NY = 128;
    constexpr int Q = 9;

    __constant__ int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    __constant__ int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    __constant__ double w[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

    __host__ __device__ constexpr int at(int q, int x, int y) { return (q * NY + y) * NX + x; }

    // "push": Stoß, dann Strömen in die Nachbarzelle
    __global__ void collide_and_stream(const double *f, double *g, double omega)
    {
        const int x = blockIdx.x * blockDim.x + threadIdx.x;
        const int y = blockIdx.y;
        double rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < Q; ++q)
        {
            const double v = f[at(q, x, y)];
            rho += v;
            ux += v * cx[q];
            uy += v * cy[q];
        }
        ux /= rho;
        uy /= rho;
        const double u2 = 1.5 * (ux * ux + uy * uy);
        for (int q = 0; q < Q; ++q)
        {
            const double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
            const double feq = w[q] * rho * (1.0 + cu + 0.5 * cu * cu - u2);
            const int xn = (x + cx[q] + NX) % NX;
            const int yn = (y + cy[q] + NY) % NY;
            g[at(q, xn, yn)] = (1.0 - omega) * f[at(q, x, y)] + omega * feq;
        }
    }
}

int main()
{
    using namespace lbm;
    std::vector<double> h(Q * NX * NY, 1.0 / Q);
    for (int x = 0; x < NX; ++x)
        h[at(1, x, NY / 2)] += 0.01 * std::sin(2 * M_PI * x / NX);

    double *f = nullptr, *g = nullptr;
    const auto bytes = h.size() * sizeof(double);
    cudaMalloc(&f, bytes);
    cudaMalloc(&g, bytes);
    cudaMemcpy(f, h.data(), bytes, cudaMemcpyHostToDevice);
    const dim3 threads{64}, blocks{NX / 64, NY};
    for (int t = 0; t < 500; ++t)
    {
        collide_and_stream<<<blocks, threads>>>(f, g, 1.2);
        auto *tmp = f;
        f = g;
        g = tmp;
    }
    cudaMemcpy(h.data(), f, bytes, cudaMemcpyDeviceToHost);
    double mass = 0;
    for (double v : h)
        mass += v;
    std::cout << std::setprecision(15) << "Masse " << mass << '\n';
    cudaFree(f);
    cudaFree(g);
}
// expect collide_and_stream: race free -- for each q, streaming is a shift of the torus, so each cell has one writer
