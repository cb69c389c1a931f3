#!/bin/sh
# The operator's commands in the container: docker exec docforge admin create-account --email you@example.com --plan starter
exec node /opt/docforge/admin.js "$@"
