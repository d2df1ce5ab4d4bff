#!/usr/bin/env bash
# Runs a command with the packages of this clone on a registry of this machine, as if they had been released: whatever it
# installs is what a user would get. `with-registry.sh node play.ts`. Needs `npm run build` before.
source "$(dirname "$0")/shared.sh"
start_registry
publish_built "$root"
"$@"
