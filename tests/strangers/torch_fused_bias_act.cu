#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

#include <vector>

// Bias + leaky ReLU, as an extension of PyTorch. setup.py builds it.

namespace {

template <typename scalar_t>
__device__ __forceinline__ scalar_t leaky(scalar_t x, scalar_t slope) {
  return x > scalar_t(0) ? x : x * slope;
}

template <typename scalar_t>
__global__ void bias_act_forward_kernel(
    const scalar_t* __restrict__ input,
    const scalar_t* __restrict__ bias,
    scalar_t* __restrict__ output,
    scalar_t slope,
    int64_t channels,
    int64_t total) {
  const int64_t index = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (index < total) {
    output[index] = leaky(input[index] + bias[index % channels], slope);
  }
}

template <typename scalar_t>
__global__ void bias_act_backward_kernel(
    const scalar_t* __restrict__ grad_output,
    const scalar_t* __restrict__ output,
    scalar_t* __restrict__ grad_input,
    scalar_t* __restrict__ grad_bias,
    scalar_t slope,
    int64_t channels,
    int64_t total) {
  const int64_t index = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (index < total) {
    const scalar_t g = output[index] > scalar_t(0) ? grad_output[index] : grad_output[index] * slope;
    grad_input[index] = g;
    grad_bias[index % channels] += g;
  }
}

}  // namespace

torch::Tensor bias_act_forward(torch::Tensor input, torch::Tensor bias, double slope) {
  TORCH_CHECK(input.is_cuda(), "input must be a CUDA tensor");
  TORCH_CHECK(input.is_contiguous(), "input must be contiguous");
  const at::cuda::OptionalCUDAGuard guard(device_of(input));
  auto output = torch::empty_like(input);
  const int64_t total = input.numel();
  const int threads = 512;
  const int blocks = static_cast<int>((total + threads - 1) / threads);

  AT_DISPATCH_FLOATING_TYPES(input.scalar_type(), "bias_act_forward", ([&] {
    bias_act_forward_kernel<scalar_t><<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
        input.data_ptr<scalar_t>(), bias.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(),
        static_cast<scalar_t>(slope), bias.size(0), total);
  }));
  return output;
}

std::vector<torch::Tensor> bias_act_backward(torch::Tensor grad, torch::Tensor output, int64_t channels, double slope) {
  auto grad_input = torch::empty_like(grad);
  auto grad_bias = torch::zeros({channels}, grad.options());
  const int64_t total = grad.numel();
  const int threads = 512;
  const int blocks = static_cast<int>((total + threads - 1) / threads);

  AT_DISPATCH_FLOATING_TYPES(grad.scalar_type(), "bias_act_backward", ([&] {
    bias_act_backward_kernel<scalar_t><<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
        grad.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(), grad_input.data_ptr<scalar_t>(),
        grad_bias.data_ptr<scalar_t>(), static_cast<scalar_t>(slope), channels, total);
  }));
  return {grad_input, grad_bias};
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("forward", &bias_act_forward, "bias + leaky ReLU (CUDA)");
  m.def("backward", &bias_act_backward, "bias + leaky ReLU backward (CUDA)");
}
// expect bias_act_forward_kernel: race free, assuming missing-header -- output[index] is the thread's own
// expect bias_act_backward_kernel: racy, assuming missing-header -- all elements of a channel add to grad_bias without an atomic
