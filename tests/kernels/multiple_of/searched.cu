// expect: drf
// A loop finds how many rows a block has; the grid has as many blocks as all rows need.
__global__ void row(int *a, int rows) {
    int at = blockDim.x / 32 * blockIdx.x + threadIdx.x / 32;
    if (at < rows && threadIdx.x % 32 == 0) a[at] = blockIdx.x;
}

void go(int *a, int rows, int devices) {
    int waves = 0, each;
    do {
        waves++;
        each = (rows + waves * devices - 1) / (waves * devices);
    } while (each > 16);
    row<<<(rows + each - 1) / each, 32 * each>>>(a, rows);
}

int main(int argc, char **argv) { go(nullptr, 12288, atoi(argv[1])); }
