// expect: racy
// flags: --timeout 20

int count = 256;

struct Setter {
    void operator++() { count = 5; }
};

__global__ void fill(float *a, int m) { a[threadIdx.x % m] = 1; }

void host(float *a) {
    count = 256;
    Setter setter;
    ++setter;
    fill<<<1, 256>>>(a, count);
}
