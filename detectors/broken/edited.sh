#!/bin/sh
# What most of the broken detectors are: they do not check the kernel, but what an edit of `sed` makes of it, and
# so do not know what the edit takes away. edited.sh JAMINAN FILE EDIT
sed -e "$3" "$2" >edited.cu
exec "$1" check --format json edited.cu
