// expect: unsupported
// flags: --strict

// Of the many arrays that one may be, it is the other one in a late turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *x, *y, *r[20];
    cudaMalloc(&x, 4096);
    cudaMalloc(&y, 4096);
    for (int i = 0; i < 20; i++) cudaMalloc(&r[i], 4096);
    for (int i = 0; i < 1000; i++) {
        if (i == 100) p = r[0];
        if (i == 101) p = r[1];
        if (i == 102) p = r[2];
        if (i == 103) p = r[3];
        if (i == 104) p = r[4];
        if (i == 105) p = r[5];
        if (i == 106) p = r[6];
        if (i == 107) p = r[7];
        if (i == 108) p = r[8];
        if (i == 109) p = r[9];
        if (i == 110) p = r[10];
        if (i == 111) p = r[11];
        if (i == 112) p = r[12];
        if (i == 113) p = r[13];
        if (i == 114) p = r[14];
        if (i == 115) p = r[15];
        if (i == 116) p = r[16];
        if (i == 117) p = r[17];
        if (i == 118) p = r[18];
        if (i == 119) p = r[19];
        if (i == 900) p = q;
        if (p == q) x = y;
    }
    k<<<1, 32>>>(x, y);
}
