// expect: racy

// Edges of two nodes that are visited lead to one that is not.
__global__ void level(const int *rows, const int *columns, int *distance, int n, int now) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || distance[v] != now) return;
    for (int e = rows[v]; e < rows[v + 1]; e++) {
        if (distance[columns[e]] < 0) distance[columns[e]] = now + 1;
    }
}

void run(const int *rows, const int *columns, int *distance, int n) {
    for (int now = 0; now < n; now++) level<<<(n + 127) / 128, 128>>>(rows, columns, distance, n, now);
}
