// expect: drf

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

enum Day { MONDAY, TUESDAY };

void go(int *p) { k<<<1, 32>>>(p, TUESDAY | TUESDAY); }
