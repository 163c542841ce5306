#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

struct Graph {
  int n;
  std::vector<int> offsets, edges;
};

__global__ void bfs_level(const int* offsets, const int* edges, int* dist, int n, int level, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || dist[v] != level) return;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    int u = edges[e];
    if (dist[u] < 0) {
      dist[u] = level + 1;
      *changed = 1;
    }
  }
}

// with atomics, for comparison
__global__ void bfs_level_atomic(const int* offsets, const int* edges, const int* frontier, int frontier_size,
                                 int* dist, int level, int* next, int* next_size) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= frontier_size) return;
  int v = frontier[t];
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    int u = edges[e];
    if (atomicCAS(&dist[u], -1, level + 1) == -1) next[atomicAdd(next_size, 1)] = u;
  }
}

static Graph random_graph(int n, int degree) {
  Graph g{n, {0}, {}};
  for (int v = 0; v < n; ++v) {
    for (int d = 0; d < degree; ++d) g.edges.push_back(rand() % n);
    g.offsets.push_back((int)g.edges.size());
  }
  return g;
}

template <class T>
T* to_device(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  Graph g = random_graph(100000, 8);
  int* offsets = to_device(g.offsets);
  int* edges = to_device(g.edges);
  std::vector<int> h(g.n, -1);
  h[0] = 0;
  int* dist = to_device(h);
  int *changed, host_changed = 1;
  cudaMalloc(&changed, sizeof(int));
  for (int level = 0; host_changed; ++level) {
    cudaMemset(changed, 0, sizeof(int));
    bfs_level<<<(g.n + 255) / 256, 256>>>(offsets, edges, dist, g.n, level, changed);
    cudaMemcpy(&host_changed, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }

  int* dist2 = to_device(h);
  int *frontier, *next, *next_size, size = 1;
  cudaMalloc(&frontier, g.n * sizeof(int));
  cudaMalloc(&next, g.n * sizeof(int));
  cudaMalloc(&next_size, sizeof(int));
  cudaMemset(frontier, 0, sizeof(int));
  for (int level = 0; size > 0; ++level) {
    cudaMemset(next_size, 0, sizeof(int));
    bfs_level_atomic<<<(size + 127) / 128, 128>>>(offsets, edges, frontier, size, dist2, level, next, next_size);
    cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(frontier, next);
  }
  cudaMemcpy(h.data(), dist, g.n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("distance of the last vertex: %d\n", h[g.n - 1]);
}
// expect bfs_level: racy -- two vertices of a level may reach one neighbour, and all set *changed
// expect bfs_level_atomic: race free -- dist is changed by atomics only, and each slot of next is given out once
