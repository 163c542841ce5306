// expect: racy

// Both are the first pointer.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

struct Pair { float *first, *second; };

void host() {
    float *p, *q;
    cudaMalloc(&p, 400);
    cudaMalloc(&q, 400);
    Pair pairs[2] = {{p, q}, {q, p}};
    k<<<1, 64>>>(pairs[1].second, p);
}
