// expect: drf

__global__ void shift(float *to, float *from) { to[threadIdx.x] = from[threadIdx.x + 1]; }

void host(torch::Tensor x, torch::Tensor y) { shift<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>()); }
