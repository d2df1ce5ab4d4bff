#!/usr/bin/env bash
# The completion of svc-sandbox in shells as people use them: each reads its script and completes lines (a test of
# apps/sandbox-e2e does so for bash). A shell that is not on this machine is named aloud: it has not been tried. With --install,
# Debian's packages bring what is missing, for CI.
source "$(dirname "$0")/shared.sh"
if [ "${1:-}" = --install ]; then
  wanted=()
  for shell in zsh fish; do command -v "$shell" >/dev/null || wanted+=("$shell"); done
  install_debian ${wanted[@]+"${wanted[@]}"}
fi

mkdir "$work/bin" "$work/folder"
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$pinned" "$root/apps/sandbox/bin/svc-sandbox.js" >"$work/bin/svc-sandbox"
chmod +x "$work/bin/svc-sandbox"
PATH=$work/bin:$PATH
export HOME=$work
cd "$work/folder"
touch export-of-today.json
for shell in bash zsh fish powershell; do svc-sandbox completion "$shell" >"$work/$shell"; done

# What each line becomes with a press of the tabulator key, in every shell. `ran` must never be there.
lines=(
  'svc-sandbox clo' 'svc-sandbox clock '
  'svc-sandbox --por' 'svc-sandbox --port '
  'svc-sandbox --seed=h' 'svc-sandbox --seed=hostel '
  'svc-sandbox faults add --when d' 'svc-sandbox faults add --when delivery '
  'svc-sandbox payments create --payment-method B' 'svc-sandbox payments create --payment-method Bank\ Transfer '
  'svc-sandbox listen --events payment.created,m' 'svc-sandbox listen --events payment.created,message.received '
  'svc-sandbox import export-' 'svc-sandbox import export-of-today.json '
  'svc-sandbox "$(touch ran)" --se' 'svc-sandbox "$(touch ran)" --se'
)

try() {
  local shell=$1 index got
  for ((index = 0; index < ${#lines[@]}; index += 2)); do
    got=$("in_$shell" "${lines[index]}")
    # Some shells leave the space to the next key.
    if [ "${got% }" != "${lines[index + 1]% }" ]; then
      echo "$shell makes \"$got\" of \"${lines[index]}\", not \"${lines[index + 1]}\""
      exit 1
    fi
  done
  if [ -e ran ]; then
    echo "$shell ran what stands on the line"
    exit 1
  fi
  echo "$shell completes all $((${#lines[@]} / 2)) lines"
}

# As in a new ~/.zshrc, which has not loaded its completion.
in_zsh() {
  LINE=$1 RESULT=$work/result timeout 60 zsh -f -c '
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "source <(svc-sandbox completion zsh)
      press() { zle complete-word; print -r -- \"\$BUFFER\" >\"\$RESULT\"; print pressed-\$((1 + 1)) }
      zle -N press; bindkey \"^[[99~\" press; print ready-\$((1 + 1))"
    zpty -r shell printed "*ready-2*"
    zpty -w -n shell "$LINE"$'"'\e[99~'"'
    zpty -r shell printed "*pressed-2*"
    zpty -d shell' >/dev/null
  cat "$work/result"
}

# Fish is asked for what it would offer. It puts in the only one, escaped.
in_fish() {
  LINE=$1 SCRIPT=$work/fish timeout 60 fish --no-config -c '
    source $SCRIPT
    set -l offered (complete --escape -C $LINE | string split --fields 1 \t)
    test (count $offered) -le 1; or begin; echo "$LINE, and offers: $offered"; exit; end
    test (count $offered) -eq 1; or set offered (string match --regex "[^ ]*\$" -- $LINE)
    printf "%s%s\n" (string replace --regex "[^ ]*\$" "" -- $LINE) $offered'
}

tried=0
bash -n "$work/bash"
for shell in zsh fish; do
  if ! command -v "$shell" >/dev/null; then
    echo "NOT TRIED in $shell: there is no $shell here."
    continue
  fi
  "$shell" --no-exec "$work/$shell"
  try "$shell"
  tried=$((tried + 1))
done
if command -v pwsh >/dev/null; then
  SCRIPT=$work/powershell pwsh -NoProfile -Command '
    $errors = $null
    [System.Management.Automation.Language.Parser]::ParseFile($env:SCRIPT, [ref]$null, [ref]$errors) | Out-Null
    $errors | ForEach-Object { Write-Error $_.Message }
    exit $errors.Count'
  echo 'PowerShell can read its script. NOT TRIED there: completing a line.'
else
  echo 'NOT TRIED in PowerShell: there is no pwsh here.'
fi
[ "$tried" -gt 0 ]
