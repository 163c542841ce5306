// expect: drf
// flags: --strict

// Of the many arrays that it may be, none is given besides.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r[20];
    for (int i = 0; i < 20; i++) cudaMalloc(&r[i], 4096);
    if (v[0][0] == 'x') p = r[0];
    if (v[1][0] == 'x') p = r[1];
    if (v[2][0] == 'x') p = r[2];
    if (v[3][0] == 'x') p = r[3];
    if (v[4][0] == 'x') p = r[4];
    if (v[5][0] == 'x') p = r[5];
    if (v[6][0] == 'x') p = r[6];
    if (v[7][0] == 'x') p = r[7];
    if (v[8][0] == 'x') p = r[8];
    if (v[9][0] == 'x') p = r[9];
    if (v[10][0] == 'x') p = r[10];
    if (v[11][0] == 'x') p = r[11];
    if (v[12][0] == 'x') p = r[12];
    if (v[13][0] == 'x') p = r[13];
    if (v[14][0] == 'x') p = r[14];
    if (v[15][0] == 'x') p = r[15];
    if (v[16][0] == 'x') p = r[16];
    if (v[17][0] == 'x') p = r[17];
    if (v[18][0] == 'x') p = r[18];
    if (v[19][0] == 'x') p = r[19];
    k<<<1, 32>>>(p, q);
}
