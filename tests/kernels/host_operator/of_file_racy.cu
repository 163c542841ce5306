// expect: racy
// flags: --timeout 20

// The operators write a variable of the file.
int count = 256;

struct Setter {
    void operator=(int x) { count = x; }
    void operator++() { count = 5; }
};

__global__ void fill(float *a, int m) { a[threadIdx.x % m] = 1; }

void host(float *a) {
    count = 256;
    Setter setter;
    setter = 3;
    fill<<<1, 256>>>(a, count);
}
