// expect: drf
// flags: --strict

// The class is not read, and only new memory is put into its members.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Z {
    float *x, *y;
    mutable int m;
    Z() : x(nullptr), y(nullptr) { cudaMalloc(&x, 400); cudaMalloc((void **)&y, 400); }
    void go() { k<<<1, 64>>>(x, y); }
};
int main() {
    float *p;
    cudaMalloc(&p, 400);
    Z z;
    
    z.go();
}
