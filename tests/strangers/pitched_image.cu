#include <cstdint>
#include <cstdio>
#include <vector>

// Brightness and vertical flip on pitched memory, as in the guide.

__global__ void brighten(float *base, size_t pitch, int width, int height, float gain)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)base + y * pitch);
        row[x] = row[x] * gain;
    }
}

__global__ void flip(uint8_t *img, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        uint8_t *mine = img + y * pitch + x;
        uint8_t *other = img + (height - 1 - y) * pitch + x;
        uint8_t t = *mine;
        *mine = *other;
        *other = t;
    }
}

int main()
{
    const int width = 1000, height = 600;
    float *img;
    size_t pitch;
    cudaMallocPitch(&img, &pitch, width * sizeof(float), height);
    std::vector<float> h(width * height, 0.25f);
    cudaMemcpy2D(img, pitch, h.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    dim3 block(32, 4), grid((width + 31) / 32, (height + 3) / 4);
    brighten<<<grid, block>>>(img, pitch, width, height, 1.2f);

    uint8_t *grey;
    size_t grey_pitch;
    cudaMallocPitch(&grey, &grey_pitch, width, height);
    cudaMemset2D(grey, grey_pitch, 0, width, height);
    flip<<<grid, block>>>(grey, grey_pitch, width, height);

    cudaMemcpy2D(h.data(), width * sizeof(float), img, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
    std::printf("%f\n", h[12345]);
    cudaFree(img);
    cudaFree(grey);
}
// expect brighten: race free -- cudaMallocPitch gives a pitch of at least width * 4 bytes: rows do not overlap
// expect flip: racy -- both rows of a pair are swapped by their own threads: y < height should be y < height / 2
