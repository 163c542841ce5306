// expect: racy

__global__ void k(int *a, int s) { a[threadIdx.x * s] = threadIdx.x; }

enum Day { MONDAY, TUESDAY };
Day operator|(Day a, Day b) { return MONDAY; }

void go(int *p) { k<<<1, 32>>>(p, TUESDAY | TUESDAY); }
