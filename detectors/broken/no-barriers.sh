#!/bin/sh
# A broken detector: it does not know barriers. no-barriers.sh JAMINAN FILE
sed -e '/__syncthreads();/d' -e 's/\bsync\b/skip/g' "$2" >without."${2##*.}"
exec "$1" check --format json without."${2##*.}"
