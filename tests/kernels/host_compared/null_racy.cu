// expect: racy

// Memory is allocated where there is none yet, and both pointers lead there.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Model { float *in, *out; };
void forward(Model *model) {
    if (!model->out) {
        cudaMalloc(&model->in, 400);
        model->out = model->in;
    }
    k<<<1, 64>>>(model->out, model->in);
}

int main(int argc, char **argv) {
    Model model;
    model.out = NULL;
    for (int i = 0; i < argc; i++) forward(&model);
}
