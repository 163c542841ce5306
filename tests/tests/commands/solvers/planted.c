/* A libz3 that hands everything on to the one at REAL, and misbehaves where a query names the number
   4242. It notes the number of its process in the file that $PLANTED_NOTE names; as STARTS, where it starts. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *real(const char *name)
{
    static void *library;
    if (!library)
        library = dlopen(REAL, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

#define HAND_ON(result, name, parameters, arguments)            \
    result name parameters                                      \
    {                                                           \
        return ((result(*) parameters)real(#name)) arguments;   \
    }

static void note(void)
{
    const char *name = getenv("PLANTED_NOTE");
    FILE *file = name ? fopen(name, "a") : NULL;
    if (file) {
        fprintf(file, "%d\n", (int)getpid());
        fclose(file);
    }
}

void *Z3_mk_config(void)
{
#if defined STARTS
    note();
#endif
    return ((void *(*)(void))real("Z3_mk_config"))();
}

HAND_ON(void, Z3_del_config, (void *config), (config))
HAND_ON(void *, Z3_mk_context, (void *config), (config))
HAND_ON(void, Z3_del_context, (void *context), (context))
HAND_ON(void, Z3_set_error_handler, (void *context, void *handler), (context, handler))
HAND_ON(void, Z3_interrupt, (void *context), (context))
HAND_ON(void, Z3_global_param_set, (const char *key, const char *value), (key, value))
HAND_ON(void, Z3_toggle_warning_messages, (_Bool on), (on))
HAND_ON(void, Z3_get_version, (unsigned *a, unsigned *b, unsigned *c, unsigned *d), (a, b, c, d))

static void misbehave(void)
{
    note();
#if defined EXITS
    exit(101);
#elif defined CRASHES
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
#elif defined HANGS
    for (;;)
        pause();
#elif defined EATS
    for (;;)
        memset(malloc(1 << 24), 1, 1 << 24);
#elif defined PRINTS
    fprintf(stdout, "NOISE\n");
    fprintf(stderr, "NOISE\n");
    fflush(stdout);
#endif
}

const char *Z3_eval_smtlib2_string(void *context, const char *script)
{
    if (strstr(script, "4242"))
        misbehave();
    return ((const char *(*)(void *, const char *))real("Z3_eval_smtlib2_string"))(context, script);
}
