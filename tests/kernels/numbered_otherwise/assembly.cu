// expect: potential
// flags: --timeout 20

__global__ void take(float *a) {
    unsigned thread;
    asm("mov.u32 %0, %%tid.x;" : "=r"(thread));
    a[thread / 2] = 1;
}
