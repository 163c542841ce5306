#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <vector>

#define NUM_BINS 256u

#define CUDA_TRY(expr)                                                       \
  if (auto status_ = (expr); status_ != cudaSuccess)                         \
    throw std::runtime_error(cudaGetErrorString(status_))

__global__ void histogram_kernel(const std::uint8_t* data, std::size_t n, unsigned int* bins) {
  __shared__ unsigned int local[NUM_BINS];
  for (unsigned b = threadIdx.x; b < NUM_BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();

  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();

  for (unsigned b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
    if (local[b] != 0) atomicAdd(&bins[b], local[b]);
}

struct CudaDeleter {
  void operator()(void* p) const noexcept { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T[], CudaDeleter>;

template <class T>
device_ptr<T> make_device(std::size_t n) {
  T* raw = nullptr;
  CUDA_TRY(cudaMalloc(&raw, n * sizeof(T)));
  return device_ptr<T>{raw};
}

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " file\n";
    return 2;
  }
  std::ifstream file{argv[1], std::ios::binary};
  std::vector<char> bytes{std::istreambuf_iterator<char>{file}, {}};

  auto data = make_device<std::uint8_t>(bytes.size());
  auto bins = make_device<unsigned>(NUM_BINS);
  CUDA_TRY(cudaMemcpy(data.get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  CUDA_TRY(cudaMemset(bins.get(), 0, NUM_BINS * sizeof(unsigned)));

  histogram_kernel<<<120, 256>>>(data.get(), bytes.size(), bins.get());
  CUDA_TRY(cudaPeekAtLastError());

  std::array<unsigned, NUM_BINS> h{};
  CUDA_TRY(cudaMemcpy(h.data(), bins.get(), sizeof h, cudaMemcpyDeviceToHost));
  const auto top = std::max_element(h.begin(), h.end());
  std::cout << "most frequent byte: " << top - h.begin() << ", " << *top << " times\n";
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
// expect histogram_kernel: race free -- atomics between barriers, plain accesses on their other sides
