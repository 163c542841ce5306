#include <cstdio>
#include <cstdlib>
#include <ctime>

#define N 1024

/* odd-even transposition sort in one block; forgot that rounds depend on each other */
__global__ void oddEvenSort(int *a) {
    __shared__ int s[N];
    int tid = threadIdx.x;
    s[tid] = a[tid];
    __syncthreads();
    for (int round = 0; round < N; round++) {
        if (tid % 2 == round % 2 && tid + 1 < N) {
            if (s[tid] > s[tid + 1]) {
                int tmp = s[tid];
                s[tid] = s[tid + 1];
                s[tid + 1] = tmp;
            }
        }
    }
    __syncthreads();
    a[tid] = s[tid];
}

__global__ void oddEvenSortSync(int *a) {
    __shared__ int s[N];
    int tid = threadIdx.x;
    s[tid] = a[tid];
    __syncthreads();
    for (int round = 0; round < N; round++) {
        if (tid % 2 == round % 2 && tid + 1 < N) {
            if (s[tid] > s[tid + 1]) {
                int tmp = s[tid];
                s[tid] = s[tid + 1];
                s[tid + 1] = tmp;
            }
        }
        __syncthreads();
    }
    a[tid] = s[tid];
}

int main() {
    srand(time(0));
    int h[N], *d;
    for (int i = 0; i < N; i++) h[i] = rand() % N;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    oddEvenSort<<<1, N>>>(d);
    oddEvenSortSync<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i + 1 < N; i++) if (h[i] > h[i + 1]) printf("unsorted at %d\n", i);
    cudaFree(d);
    return 0;
}
// expect oddEvenSort: racy -- a thread of the next round meets the pair of the one before
// expect oddEvenSortSync: race free -- pairs of a round are disjoint, and a barrier ends it
