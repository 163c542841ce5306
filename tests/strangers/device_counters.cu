#include <cstdio>
#include <cstring>
#include <string>
#include <iostream>

// Counts words and lines of a text.
__device__ int words;
__device__ int lines;
__managed__ int letters[26];

__device__ __forceinline__ bool blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

__global__ void count(const char *text, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= length) return;
    if (!blank(text[i]) && (i == 0 || blank(text[i - 1]))) atomicAdd(&words, 1);
    if (text[i] == '\n') lines++;
}

__global__ void letter_frequency(const char *text, int length)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
        if (c >= 'a' && c <= 'z') atomicAdd(letters + (c - 'a'), 1);
    }
}

int main(int argc, char **argv)
{
    std::string text, line;
    while (std::getline(std::cin, line)) text += line + "\n";
    const int length = (int)text.size();
    char *d;
    cudaMalloc(&d, length);
    cudaMemcpy(d, text.data(), length, cudaMemcpyHostToDevice);
    int zero = 0, w = 0, l = 0;
    cudaMemcpyToSymbol(words, &zero, sizeof(int));
    cudaMemcpyToSymbol(lines, &zero, sizeof(int));
    count<<<(length + 127) / 128, 128>>>(d, length);
    letter_frequency<<<16, 128>>>(d, length);
    cudaMemcpyFromSymbol(&w, words, sizeof(int));
    cudaMemcpyFromSymbol(&l, lines, sizeof(int));
    cudaDeviceSynchronize();
    printf("%d words, %d lines, %d times e\n", w, l, letters['e' - 'a']);
    cudaFree(d);
    return 0;
}
// expect count: racy -- lines++ on a global by every thread that sees a newline
// expect letter_frequency: race free, assuming nothing -- atomics only
