#include <iostream>
#include <fstream>
#include <sstream>
#include <limits>
#include <vector>
#include <cstdlib>

#define INF 1000000000

// one relaxation with intermediate vertex k
__global__ void relax(int *dist, int n, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        int through = dist[i * n + k] + dist[k * n + j];
        dist[i * n + j] = min(dist[i * n + j], through);
    }
}

static void cpu(std::vector<int> &d, int n) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
}

int main(int argc, char *argv[]) {
    int n = argc > 1 ? atoi(argv[1]) : 500;
    std::vector<int> h(n * n, INF);
    srand(1);
    for (int i = 0; i < n; i++) {
        h[i * n + i] = 0;
        for (int e = 0; e < 5; e++) h[i * n + rand() % n] = 1 + rand() % 100;
    }
    std::vector<int> ref = h;

    int *d;
    cudaMalloc(&d, n * n * sizeof(int));
    cudaMemcpy(d, h.data(), n * n * sizeof(int), cudaMemcpyHostToDevice);
    dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
    for (int k = 0; k < n; k++) relax<<<blocks, threads>>>(d, n, k);
    cudaMemcpy(h.data(), d, n * n * sizeof(int), cudaMemcpyDeviceToHost);

    cpu(ref, n);
    std::cout << (h == ref ? "same" : "different") << std::endl;
    cudaFree(d);
    return 0;
}
// expect relax: racy -- row k and column k are written (with what they hold already, most often) while all others read them
