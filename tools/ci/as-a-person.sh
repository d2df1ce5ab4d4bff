#!/usr/bin/env bash
# The README's test command as a person types it: in a terminal, with colours, without CI's settings and without results
# of an earlier run. What a test compares as text must not depend on any of them.
set -euo pipefail
cd "$(dirname "$0")/../.."
unset CI NX_DAEMON NO_COLOR
export FORCE_COLOR=1
# The packages alone: the long tests have run before, on the same code.
command='npm test -- --skip-nx-cache --projects packages/*,apps/receiver'
if command -v script >/dev/null && [ "$(uname -s)" = Linux ]; then
  script --quiet --return --command "$command" /dev/null </dev/null
else
  echo "NOT TRIED in a terminal: there is no script(1) of util-linux here."
  $command
fi
# The daemon that Nx starts for a person is not to outlive this.
npx nx daemon --stop >/dev/null 2>&1 || true
