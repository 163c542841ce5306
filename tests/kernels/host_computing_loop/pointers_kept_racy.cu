// expect: racy

// The loop adds to a number of the model, whose arrays stay the same one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Model { float *in, *out; long all; int sizes[8]; };

void count(Model *model) {
    for (int i = 0; i < 1000; i++) model->all += model->sizes[i % 8];
}

void host() {
    Model model = {0, 0, 0, {0}};
    cudaMalloc(&model.in, 4096);
    model.out = model.in;
    count(&model);
    k<<<1, 64>>>(model.out, model.in);
}
