// expect: drf
//--blockDim=64 --gridDim=1

// The host says what is in the table: functions of this file, which is taken for granted.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }

__global__ void fill(int *a, work *table) { table[0](a, threadIdx.x); }
