#!/bin/sh
# The host's side of one launch, for scripts that run a kernel. `host FILE` sets $kernel, its name,
# $declarations, an array for each pointer, made by the function `array`, and $arguments: those arrays, and 0 for
# each number. It fails where there is not one kernel whose head stands in one line.
host() {
    kernel=$(sed -n 's/.*__global__ void \([A-Za-z_][A-Za-z_0-9]*\)(\([^()]*\)).*/\1/p' "$1")
    case $kernel in '' | *[!A-Za-z_0-9]*) return 1 ;; esac
    parameters=$(sed -n 's/.*__global__ void [A-Za-z_][A-Za-z_0-9]*(\([^()]*\)).*/\1/p' "$1")
    arguments='' declarations='' n=0
    old=$IFS IFS=,
    for parameter in $parameters; do
        n=$((n + 1))
        case $parameter in
            *'*'*) declarations="$declarations void *p$n = array();"
                   type=$(printf %s "$parameter" | sed 's/\*.*/*/')
                   arguments="$arguments${arguments:+, }($type) p$n" ;;
            *) arguments="$arguments${arguments:+, }0" ;;
        esac
    done
    IFS=$old
}
