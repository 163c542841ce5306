// European options, closed form. Each thread prices several options.
#include <iostream>
#include <iomanip>
#include <cmath>
#include <random>
#include <vector>
#include <algorithm>
#include <chrono>

constexpr double RISK_FREE = 0.02, VOLATILITY = 0.30;

__host__ __device__ inline double cnd(double d)
{
    return 0.5 * erfc(-d * 0.70710678118654752440);
}

template <typename Real>
__host__ __device__ void price(Real &call, Real &put, Real s, Real x, Real t, Real r, Real v)
{
    Real sqrtT = sqrt(t);
    Real d1 = (log(s / x) + (r + Real(0.5) * v * v) * t) / (v * sqrtT);
    Real d2 = d1 - v * sqrtT;
    Real expRT = exp(-r * t);
    call = s * cnd(d1) - x * expRT * cnd(d2);
    put = x * expRT * (Real(1) - cnd(d2)) - s * (Real(1) - cnd(d1));
}

template <typename Real>
__launch_bounds__(128) __global__
void black_scholes(Real *__restrict__ call, Real *__restrict__ put, const Real *__restrict__ stock,
                   const Real *__restrict__ strike, const Real *__restrict__ years, Real r, Real v, int n)
{
    const int tid = blockDim.x * blockIdx.x + threadIdx.x;
    const int threads = blockDim.x * gridDim.x;
    for (int opt = tid; opt < n; opt += threads)
        price<Real>(call[opt], put[opt], stock[opt], strike[opt], years[opt], r, v);
}

int main()
{
    const int n = 4'000'000;
    std::default_random_engine e;
    std::uniform_real_distribution<double> S(5, 30), X(1, 100), T(0.25, 10);
    std::vector<double> stock(n), strike(n), years(n), call(n), put(n);
    std::generate(stock.begin(), stock.end(), [&] { return S(e); });
    std::generate(strike.begin(), strike.end(), [&] { return X(e); });
    std::generate(years.begin(), years.end(), [&] { return T(e); });

    double *d[5];
    for (auto &p : d) cudaMalloc(&p, n * sizeof(double));
    cudaMemcpy(d[2], stock.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d[3], strike.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d[4], years.data(), n * sizeof(double), cudaMemcpyHostToDevice);

    auto begin = std::chrono::steady_clock::now();
    black_scholes<double><<<480, 128>>>(d[0], d[1], d[2], d[3], d[4], RISK_FREE, VOLATILITY, n);
    cudaDeviceSynchronize();
    std::chrono::duration<double> sec = std::chrono::steady_clock::now() - begin;

    cudaMemcpy(call.data(), d[0], n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(put.data(), d[1], n * sizeof(double), cudaMemcpyDeviceToHost);
    double err = 0;
    for (int i = 0; i < n; ++i)
    {
        double c, p;
        price(c, p, stock[i], strike[i], years[i], RISK_FREE, VOLATILITY);
        err = std::max({err, std::abs(c - call[i]), std::abs(p - put[i])});
    }
    std::cout << std::scientific << std::setprecision(3) << "max error " << err << ", "
              << n / sec.count() << " options/s" << std::endl;
    for (auto *p : d) cudaFree(p);
    return err < 1e-9 ? 0 : 1;
}
// expect black_scholes: race free, assuming nothing -- call[opt] and put[opt] are references to the thread's own elements
