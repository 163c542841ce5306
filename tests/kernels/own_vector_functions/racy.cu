// expect: racy
//--blockDim=64 --gridDim=1

__device__ int4 make_int4(int s) { return make_int4(s, s, s, s); }

__global__ void scatter(int *a) {
    int4 at = make_int4(threadIdx.x / 2);
    a[at.z] = 1;
}
