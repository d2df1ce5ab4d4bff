#!/usr/bin/env bash
# A fresh clone after `npm ci`, nothing built: the commands run from source, whatever Node the system has.
source "$(dirname "$0")/shared.sh"
git clone --quiet . "$work/svc"
cd "$work/svc"
# Warnings are looked for, so npm says what it says to a new user.
unset npm_config_audit npm_config_fund npm_config_loglevel npm_config_update_notifier

try() {
  npx @svc/sandbox --version >/dev/null
  npx @svc/conformance --help >/dev/null
  rm -f "$work/start.json"
  npx @svc/sandbox serve --database :memory: --port 0 --seed hostel --json >"$work/start.json" &
  server=$!
  wait_for_line "$work/start.json"
  npx node "$consumer/look-at-server.mjs" "$work/start.json"
  kill -TERM "$server" && { wait "$server" || true; }
  server=
  npx @svc/sandbox exec --seed hostel -- sh examples/shell/record-payment.sh >/dev/null
  npx @svc/sandbox exec --seed hostel -- npx @svc/conformance --only 4.1 4.4 >/dev/null
  echo "works from source on a system with $(node --version)"
}

# With the pinned Node in front, as on a machine that has it, and on the system's own, on which CI itself has installed.
# CI has installed the same lock a moment ago: what is asked of the registry for each of its packages is in npm's cache.
npm ci --prefer-offline >"$work/install.txt" 2>&1 || { cat "$work/install.txt"; exit 1; }
# A new user should see no warnings.
if grep -i warn "$work/install.txt"; then exit 1; fi
try
export PATH=$system_path
try
