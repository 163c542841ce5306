#include <cassert>
#include <cstdint>
#include <iostream>
#include <random>
#include <tuple>
#include <vector>
#include <cuda_runtime_api.h>

using idx_t = std::int32_t;
using val_t = double;

struct Csr { std::vector<idx_t> ptr, col; std::vector<val_t> val; };
struct Coo { std::vector<idx_t> row, col; std::vector<val_t> val; };

__global__ void spmv_csr(idx_t rows, const idx_t *__restrict__ ptr, const idx_t *__restrict__ col,
                         const val_t *__restrict__ val, const val_t *__restrict__ x, val_t *__restrict__ y)
{
    const idx_t r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
    {
        val_t sum{0};
        for (idx_t k = ptr[r]; k < ptr[r + 1]; ++k)
            sum += val[k] * x[col[k]];
        y[r] = sum;
    }
}

// one warp per row
__global__ void spmv_csr_vector(idx_t rows, const idx_t *ptr, const idx_t *col, const val_t *val, const val_t *x, val_t *y)
{
    const idx_t r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    val_t sum{0};
    for (idx_t k = ptr[r] + lane; k < ptr[r + 1]; k += 32)
        sum += val[k] * x[col[k]];
    for (int off = 16; off; off >>= 1)
        sum += __shfl_down_sync(~0u, sum, off);
    if (lane == 0)
        y[r] = sum;
}

__global__ void spmv_coo(idx_t nnz, const idx_t *row, const idx_t *col, const val_t *val, const val_t *x, val_t *y)
{
    const idx_t k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nnz)
        y[row[k]] += val[k] * x[col[k]];
}

template <class T> T *upload(const std::vector<T> &v)
{
    T *d{};
    cudaMalloc(reinterpret_cast<void **>(&d), v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

std::tuple<Csr, Coo> make(idx_t n, idx_t perRow)
{
    std::mt19937_64 rng{7};
    std::uniform_int_distribution<idx_t> pick{0, n - 1};
    Csr a; Coo b;
    a.ptr.push_back(0);
    for (idx_t r = 0; r < n; ++r)
    {
        for (idx_t k = 0; k < perRow; ++k)
        {
            const auto c = pick(rng);
            a.col.push_back(c); a.val.push_back(1.0);
            b.row.push_back(r); b.col.push_back(c); b.val.push_back(1.0);
        }
        a.ptr.push_back(static_cast<idx_t>(a.col.size()));
    }
    return {a, b};
}

int main()
{
    const idx_t n = 50'000;
    auto [csr, coo] = make(n, 16);
    std::vector<val_t> x(n, 1.0), y(n, 0.0);
    auto *dx = upload(x), *dy = upload(y), *dz = upload(y), *dw = upload(y);

    spmv_csr<<<(n + 255) / 256, 256>>>(n, upload(csr.ptr), upload(csr.col), upload(csr.val), dx, dy);
    spmv_csr_vector<<<(n * 32 + 255) / 256, 256>>>(n, upload(csr.ptr), upload(csr.col), upload(csr.val), dx, dz);
    const idx_t nnz = static_cast<idx_t>(coo.val.size());
    spmv_coo<<<(nnz + 255) / 256, 256>>>(nnz, upload(coo.row), upload(coo.col), upload(coo.val), dx, dw);

    cudaMemcpy(y.data(), dy, n * sizeof(val_t), cudaMemcpyDeviceToHost);
    std::cout << y[0] << ' ' << y[n - 1] << '\n';
}
// expect spmv_csr: race free -- a row is one thread's
// expect spmv_csr_vector: race free -- a row is one warp's, and lane 0 writes it
// expect spmv_coo: racy -- entries of one row are added by several threads without an atomic
