/* 3-D seven point stencil, 3-D launch */
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define NX 128
#define NY 96
#define NZ 64
#define AT(p, x, y, z) p[((z) * NY + (y)) * NX + (x)]

static double now(void) {
   struct timeval tv;
   gettimeofday(&tv, NULL);
   return tv.tv_sec + 1e-6 * tv.tv_usec;
}

__global__ void stencil(const float *src, float *dst, float c0, float c1) {
   int x = blockIdx.x * blockDim.x + threadIdx.x;
   int y = blockIdx.y * blockDim.y + threadIdx.y;
   int z = blockIdx.z * blockDim.z + threadIdx.z;
   if (x > 0 && x < NX - 1 && y > 0 && y < NY - 1 && z > 0 && z < NZ - 1)
      AT(dst, x, y, z) = c0 * AT(src, x, y, z) + c1 * (AT(src, x - 1, y, z) + AT(src, x + 1, y, z)
         + AT(src, x, y - 1, z) + AT(src, x, y + 1, z) + AT(src, x, y, z - 1) + AT(src, x, y, z + 1));
}

/* each thread walks up a column in z */
__global__ void stencil_column(const float *src, float *dst, float c0, float c1) {
   int x = blockIdx.x * blockDim.x + threadIdx.x;
   int y = blockIdx.y * blockDim.y + threadIdx.y;
   if (x == 0 || x >= NX - 1 || y == 0 || y >= NY - 1) return;
   float below = AT(src, x, y, 0), here = AT(src, x, y, 1);
   for (int z = 1; z < NZ - 1; z++) {
      float above = AT(src, x, y, z + 1);
      AT(dst, x, y, z) = c0 * here + c1 * (AT(src, x - 1, y, z) + AT(src, x + 1, y, z)
         + AT(src, x, y - 1, z) + AT(src, x, y + 1, z) + below + above);
      below = here;
      here = above;
   }
}

/* smooths along z only, in place */
__global__ void smooth_z(float *p) {
   int x = blockIdx.x * blockDim.x + threadIdx.x;
   int y = blockIdx.y * blockDim.y + threadIdx.y;
   int z = blockIdx.z * blockDim.z + threadIdx.z;
   if (z > 0 && z < NZ - 1)
      AT(p, x, y, z) = (AT(p, x, y, z - 1) + AT(p, x, y, z) + AT(p, x, y, z + 1)) / 3;
}

int main(void) {
   size_t bytes = sizeof(float) * NX * NY * NZ;
   float *h = (float *)malloc(bytes), *a, *b;
   for (int i = 0; i < NX * NY * NZ; i++) h[i] = i % 10;
   cudaMalloc((void **)&a, bytes);
   cudaMalloc((void **)&b, bytes);
   cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
   cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
   dim3 threads(32, 4, 4);
   dim3 blocks(NX / threads.x, NY / threads.y, NZ / threads.z);
   double t = now();
   stencil<<<blocks, threads>>>(a, b, 0.5f, 0.08f);
   stencil_column<<<dim3(NX / 32, NY / 8), dim3(32, 8)>>>(b, a, 0.5f, 0.08f);
   smooth_z<<<blocks, threads>>>(a);
   cudaDeviceSynchronize();
   printf("%f s\n", now() - t);
   cudaMemcpy(h, a, bytes, cudaMemcpyDeviceToHost);
   printf("%f\n", h[(NZ / 2 * NY + NY / 2) * NX + NX / 2]);
   cudaFree(a);
   cudaFree(b);
   free(h);
   return 0;
}
// expect stencil: race free, assuming nothing -- one point for each thread of the 3-D launch
// expect stencil_column: race free, assuming nothing -- one column for each thread of the 2-D launch
// expect smooth_z: racy -- in place: the thread above reads this point
