# What the scripts of this folder share; read with `source`, after `root` and `work` are set.

# Ends what was started, and removes what was made.
started=()
clean_up() {
  if [ "${#started[@]}" -gt 0 ]; then kill "${started[@]}" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT
# Nothing of the surroundings may help: no settings of ours.
unset "${!SVC_@}" NODE_OPTIONS
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error npm_config_update_notifier=false
# The version of Node that npm scripts have.
PATH=$(dirname "$(cd "$root" && npx node -p process.execPath)"):$PATH

# A registry on this machine, which npm talks to from then on: our packages are those that are published to it, all others
# come from the registry that npm was set to.
start_registry() {
  local uplink port
  [ -d "$root/tools/rehearsal/node_modules" ] || npm ci --prefix "$root/tools/rehearsal" >/dev/null
  uplink=$(npm config get registry)
  sed "s#UPLINK#${uplink%/}/#" "$root/tools/rehearsal/verdaccio.yaml" >"$work/verdaccio.yaml"
  port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
  node "$root/tools/rehearsal/node_modules/.bin/verdaccio" --config "$work/verdaccio.yaml" --listen "127.0.0.1:$port" >"$work/verdaccio.log" 2>&1 &
  started+=($!)
  local registry=http://127.0.0.1:$port/
  for _ in $(seq 1 300); do curl -sf "$registry-/ping" >/dev/null && break; sleep 0.1; done
  curl -sf "$registry-/ping" >/dev/null || { cat "$work/verdaccio.log"; exit 1; }
  printf 'registry=%s\n//127.0.0.1:%s/:_authToken=anybody\n' "$registry" "$port" >"$work/npmrc"
  export npm_config_userconfig=$work/npmrc
}

# Puts every package that is built in a folder onto that registry, but for the versions that it has.
publish_built() {
  local tarball name
  rm -rf "$work/tarballs"
  (cd "$1" && node tools/pack/src/main.ts "$work/tarballs" >/dev/null)
  for tarball in "$work"/tarballs/*.tgz; do
    name=$(tar -xzOf "$tarball" package/package.json | node -p "const p=JSON.parse(require('fs').readFileSync(0));p.name+'@'+p.version")
    if [ -z "$(npm view "$name" version 2>/dev/null || true)" ]; then npm publish "$tarball" >/dev/null; fi
  done
}
