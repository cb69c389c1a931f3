#!/bin/sh
# The first process of the container: passes signals on to the server, and reaps orphans of killed engines, which Node would leave
# as zombies. Dash waits for every child that has ended, also for those that it did not start.
node /opt/docforge/server.js "$@" &
server=$!
trap 'kill -TERM "$server" 2>/dev/null' TERM INT
while :; do
  wait "$server"
  status=$?
  # A signal interrupts the wait.
  kill -0 "$server" 2>/dev/null || exit "$status"
done
