#!/usr/bin/env bash
# Runs a command with the packages of this clone on a registry of this machine, as if they had been released: whatever it
# installs is what a user would get. `with-registry.sh node play.ts`. Needs `npm run build` before.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
registry_process=
clean_up() {
  if [ -n "$registry_process" ]; then kill "$registry_process" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT
unset "${!SVC_@}" NODE_OPTIONS
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error npm_config_update_notifier=false
PATH=$(dirname "$(cd "$root" && npx node -p process.execPath)"):$PATH

[ -d "$root/tools/rehearsal/node_modules" ] || npm ci --prefix "$root/tools/rehearsal" >/dev/null
uplink=$(npm config get registry)
sed "s#UPLINK#${uplink%/}/#" "$root/tools/rehearsal/verdaccio.yaml" >"$work/verdaccio.yaml"
port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
node "$root/tools/rehearsal/node_modules/.bin/verdaccio" --config "$work/verdaccio.yaml" --listen "127.0.0.1:$port" >"$work/verdaccio.log" 2>&1 &
registry_process=$!
registry=http://127.0.0.1:$port/
for _ in $(seq 1 300); do curl -sf "$registry-/ping" >/dev/null && break; sleep 0.1; done
curl -sf "$registry-/ping" >/dev/null || { cat "$work/verdaccio.log"; exit 1; }
printf 'registry=%s\n//127.0.0.1:%s/:_authToken=anybody\n' "$registry" "$port" >"$work/npmrc"
export npm_config_userconfig=$work/npmrc

(cd "$root" && node tools/pack/src/main.ts "$work/tarballs" >/dev/null)
for tarball in "$work"/tarballs/*.tgz; do npm publish "$tarball" >/dev/null; done
"$@"
