// expect: drf
//--blockDim=64 --gridDim=1

// Another file says what is in the table: functions of this one, which is taken for granted.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
extern __device__ work table[2];

__global__ void fill(int *a, int way) { table[way](a, threadIdx.x); }
