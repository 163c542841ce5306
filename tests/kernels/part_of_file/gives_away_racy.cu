// expect: racy

#include "given_away_racy.cu"

void run(void *kernel);

int main() {
    run((void *)fill);
}
