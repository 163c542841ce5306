// expect: drf
// flags: --timeout 20

__global__ void fill(float *a, int m) { a[threadIdx.x % m] = 1; }

void host(float *a) {
    float rows[16][16], all[256];
    fill<<<1, 256>>>(a, sizeof(rows) / sizeof(rows[0][0]));
    fill<<<1, 256>>>(a, sizeof all / sizeof *all);
}
