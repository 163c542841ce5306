// expect: drf
//--blockDim=64 --gridDim=1

extern __shared__ char memory[];

__global__ void mirror(double *a) {
    double *s = (double *)memory;
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
