// Local alignment of two sequences, one launch for each anti-diagonal.
#include <algorithm>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace bio {

constexpr int match = 3, mismatch = -3, gap = 2;

// cell (i, j), 1 <= i <= m, 1 <= j <= n, i + j == d
__global__ void antidiagonal(const char* a, const char* b, int* H, int m, int n, int d) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int j = d - i;
  if (i > m || j < 1 || j > n) return;
  const int w = n + 1;
  const int s = a[i - 1] == b[j - 1] ? match : mismatch;
  int h = max(0, H[(i - 1) * w + j - 1] + s);
  h = max(h, H[(i - 1) * w + j] - gap);
  h = max(h, H[i * w + j - 1] - gap);
  H[i * w + j] = h;
}

// one launch for all: row by row in parallel, no order between rows
__global__ void all_rows(const char* a, const char* b, int* H, int m, int n) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i > m) return;
  const int w = n + 1;
  for (int j = 1; j <= n; ++j) {
    const int s = a[i - 1] == b[j - 1] ? match : mismatch;
    int h = max(0, H[(i - 1) * w + j - 1] + s);
    h = max(h, max(H[(i - 1) * w + j], H[i * w + j - 1]) - gap);
    H[i * w + j] = h;
  }
}

}  // namespace bio

static std::string random_dna(int length, unsigned seed) {
  std::mt19937 rng(seed);
  std::string s(length, ' ');
  for (char& c : s) c = "ACGT"[rng() & 3];
  return s;
}

int main(int argc, char** argv) {
  const int m = 2000, n = 1500;
  const std::string a = random_dna(m, 1), b = random_dna(n, 2);
  char *da, *db;
  int *H;
  cudaMalloc(&da, m);
  cudaMalloc(&db, n);
  cudaMalloc(&H, sizeof(int) * (m + 1) * (n + 1));
  cudaMemcpy(da, a.data(), m, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(H, 0, sizeof(int) * (m + 1) * (n + 1));
  if (argc > 1 && std::string(argv[1]) == "--broken") {
    bio::all_rows<<<(m + 127) / 128, 128>>>(da, db, H, m, n);
  } else {
    for (int d = 2; d <= m + n; ++d)
      bio::antidiagonal<<<(m + 127) / 128, 128>>>(da, db, H, m, n, d);
  }
  std::vector<int> h((m + 1) * (n + 1));
  cudaMemcpy(h.data(), H, sizeof(int) * h.size(), cudaMemcpyDeviceToHost);
  std::cout << "score " << *std::max_element(h.begin(), h.end()) << '\n';
}
// expect antidiagonal: race free -- a diagonal reads the two diagonals before it
// expect all_rows: racy -- row i reads row i - 1, which another thread is writing
