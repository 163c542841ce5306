// expect: racy

__global__ void shift(float *to, float *from) { to[threadIdx.x] = from[threadIdx.x + 1]; }

// Two pointers to the elements of one tensor.
void host(torch::Tensor x) { shift<<<1, 64>>>(x.data_ptr<float>(), x.data_ptr<float>()); }
