#!/bin/sh
# A broken detector: it stops at the protocol, and calls every alarm true. always-true.sh JAMINAN FILE
if "$1" check --format json "$2" | grep -q '"status": "'; then
    echo "TRUE ALARM"
    exit 1
fi
echo "no race"
