// Détection de contours -- TP n° 2, traitement d'images
// (fichier enregistré en ISO-8859-1)
#include <stdio.h>
#include <stdlib.h>

#define LARGEUR 640
#define HAUTEUR 480

/* gradient horizontal : différence des voisins de droite et de gauche */
__global__ void gradient(const unsigned char *entree, short *sortie)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= LARGEUR || y >= HAUTEUR) return;
    int g = x > 0 ? x - 1 : x, d = x < LARGEUR - 1 ? x + 1 : x;
    sortie[y * LARGEUR + x] = entree[y * LARGEUR + d] - entree[y * LARGEUR + g];
}

/* seuillage par hystérésis, une itération : un pixel faible à côté d'un pixel fort devient fort */
__global__ void hysteresis(unsigned char *etat)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= LARGEUR - 1 || y >= HAUTEUR - 1) return;
    int i = y * LARGEUR + x;
    if (etat[i] == 1 && (etat[i - 1] == 2 || etat[i + 1] == 2 ||
                         etat[i - LARGEUR] == 2 || etat[i + LARGEUR] == 2))
        etat[i] = 2;
}

int main(void)
{
    unsigned char *image = (unsigned char *)malloc(LARGEUR * HAUTEUR);
    unsigned char *d_image, *d_etat;
    short *d_gradient;
    for (int i = 0; i < LARGEUR * HAUTEUR; i++) image[i] = rand() & 255;
    cudaMalloc((void **)&d_image, LARGEUR * HAUTEUR);
    cudaMalloc((void **)&d_etat, LARGEUR * HAUTEUR);
    cudaMalloc((void **)&d_gradient, LARGEUR * HAUTEUR * sizeof(short));
    cudaMemcpy(d_image, image, LARGEUR * HAUTEUR, cudaMemcpyHostToDevice);
    dim3 bloc(16, 16), grille(LARGEUR / 16, HAUTEUR / 16);
    gradient<<<grille, bloc>>>(d_image, d_gradient);
    hysteresis<<<grille, bloc>>>(d_etat);
    printf("fini : %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    free(image);
    return 0;
}
// expect gradient: race free, assuming nothing -- from one image to another
// expect hysteresis: racy -- a neighbour becomes 2 while it is read
