#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

// Separable box blur: horizontally into tmp, then vertically back.

typedef unsigned char u8;

__global__ void blur_h(const u8 *src, u8 *dst, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum = 0, cnt = 0;
    for (int k = -r; k <= r; k++)
        if (x + k >= 0 && x + k < w) sum += src[y * w + x + k], cnt++;
    dst[y * w + x] = sum / cnt;
}

__global__ void blur_v(const u8 *src, u8 *dst, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum = 0, cnt = 0;
    for (int k = -r; k <= r; k++)
        if (y + k >= 0 && y + k < h) sum += src[(y + k) * w + x], cnt++;
    dst[y * w + x] = sum / cnt;
}

__global__ void invert(const u8 *src, u8 *dst, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) dst[y * w + x] = 255 - src[y * w + x];
}

int main()
{
    const int w = 800, h = 600;
    std::vector<u8> img(w * h);
    for (int i = 0; i < w * h; i++) img[i] = (i / 8 + i / (8 * w)) % 2 ? 255 : 0;
    u8 *d_img, *d_tmp;
    cudaMalloc(&d_img, w * h);
    cudaMalloc(&d_tmp, w * h);
    cudaMemcpy(d_img, img.data(), w * h, cudaMemcpyHostToDevice);

    dim3 bs(16, 16), gs((w + 15) / 16, (h + 15) / 16);
    blur_h<<<gs, bs>>>(d_img, d_tmp, w, h, 3);
    blur_v<<<gs, bs>>>(d_tmp, d_tmp, w, h, 3);
    invert<<<gs, bs>>>(d_tmp, d_tmp, w, h);

    cudaMemcpy(img.data(), d_tmp, w * h, cudaMemcpyDeviceToHost);
    printf("%d\n", *std::max_element(img.begin(), img.end()));
    cudaFree(d_img);
    cudaFree(d_tmp);
}
// expect blur_h: race free -- from d_img to d_tmp
// expect blur_v: racy -- both parameters are d_tmp: rows are read that other threads write
// expect invert: race free -- both parameters are d_tmp, but each pixel is one thread's
