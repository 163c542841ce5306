// expect: drf
// flags: --strict

// Memory is allocated where there is none yet.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Model { float *in, *out; };
void forward(Model *model) {
    if (model->out == NULL) {
        cudaMalloc(&model->in, 400);
        cudaMalloc(&model->out, 400);
    }
    k<<<1, 64>>>(model->out, model->in);
}

int main(int argc, char **argv) {
    Model model;
    model.out = NULL;
    for (int i = 0; i < argc; i++) forward(&model);
}
