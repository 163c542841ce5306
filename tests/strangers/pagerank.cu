#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define DAMPING 0.85f

/* PageRank, two ways. 页面排名：推送与拉取。 */

__global__ void push(const int *out_ptr, const int *out_edges, const float *rank, float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int degree = out_ptr[v + 1] - out_ptr[v];
        for (int e = out_ptr[v]; e < out_ptr[v + 1]; e++)
            next[out_edges[e]] += DAMPING * rank[v] / degree;   // 每条出边贡献一次
    }
}

__global__ void push_atomic(const int *out_ptr, const int *out_edges, const float *rank, float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int degree = out_ptr[v + 1] - out_ptr[v];
        for (int e = out_ptr[v]; e < out_ptr[v + 1]; e++)
            atomicAdd(&next[out_edges[e]], DAMPING * rank[v] / degree);
    }
}

__global__ void pull(const int *in_ptr, const int *in_edges, const int *out_degree, const float *rank, float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    float r = (1.0f - DAMPING) / n;
    for (int e = in_ptr[v]; e < in_ptr[v + 1]; e++) {
        int u = in_edges[e];
        r += DAMPING * rank[u] / out_degree[u];
    }
    next[v] = r;
}

__global__ void fill(float *a, float value, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) a[v] = value;
}

int main(int argc, char **argv)
{
    const int n = 10000, degree = 10, iterations = 30;
    std::vector<int> ptr(n + 1), edges(n * degree);
    for (int v = 0; v <= n; v++) ptr[v] = v * degree;
    for (int &e : edges) e = rand() % n;

    int *d_ptr, *d_edges;
    float *rank, *next;
    cudaMalloc(&d_ptr, ptr.size() * sizeof(int));
    cudaMalloc(&d_edges, edges.size() * sizeof(int));
    cudaMalloc(&rank, n * sizeof(float));
    cudaMalloc(&next, n * sizeof(float));
    cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);

    int block = 256, grid = (n + block - 1) / block;
    fill<<<grid, block>>>(rank, 1.0f / n, n);
    for (int it = 0; it < iterations; it++) {
        fill<<<grid, block>>>(next, (1.0f - DAMPING) / n, n);
        if (argc > 1) push<<<grid, block>>>(d_ptr, d_edges, rank, next, n);
        else push_atomic<<<grid, block>>>(d_ptr, d_edges, rank, next, n);
        float *t = rank; rank = next; next = t;
    }
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
// expect push: racy -- two pages may link to one, and both add to its rank
// expect push_atomic: race free -- they add with atomics
// expect pull: race free, assuming launch -- each page writes its own rank; nobody launches this one
// expect fill: race free -- one page for each thread
