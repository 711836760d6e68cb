#!/bin/sh
# A player in shell: it plays the first legal move in the list, 100 times a game, and then resigns.
#
#     talon lab run spider --player exec:crates/lab/bots/first.sh --deals 1..101
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"ready":true}' ;;
    *'"type":"begin"'*) count=0 ;;
    *'"moves":[]'*) echo '{"move":null}' ;;
    *'"type":"choose"'*)
        count=$((count + 1))
        if [ "$count" -gt 100 ]; then
            echo '{"move":null}'
        else
            rest=${line#*\"moves\":[}
            echo "{\"move\":${rest%%[],]*}}"
        fi
        ;;
    esac
done
