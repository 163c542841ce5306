// expect: racy

// `++` of a class that is no member of it.
struct Place { unsigned at; };
__device__ unsigned operator++(Place &p, int) { p.at = p.at + 1; return 0; }
__global__ void k(int *a) {
    Place p;
    p.at = threadIdx.x;
    a[p++] = 1;
}
int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a); }
