// expect: drf
//--blockDim=64 --gridDim=1

struct Base { int *to; };
struct Job : Base { int stride; };

__global__ void fill(Job job) { job.to[threadIdx.x] = job.stride; }
