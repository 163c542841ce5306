// expect: potential

struct View {
    float *p;
    int n;
};

View view(float *);

__global__ void k(View a, View b) { a.p[threadIdx.x] = b.p[threadIdx.x + 1]; }

// By a function that launches.
void host(float *x) { hipLaunchKernelGGL(k, dim3(1), dim3(64), 0, 0, view(x), view(x)); }
