// expect: unsupported
// flags: --strict

// A member function makes two members one, in a late turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
class C { float *p, *q;
public:
 void step(int i) { if (i == 300) q = p; }
 void run() {
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int j = 0; j < 1000; j++) step(j);
    k<<<1, 32>>>(p, q);
 }
};
int main() { C c; c.run(); }
