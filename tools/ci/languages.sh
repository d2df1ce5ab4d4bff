#!/usr/bin/env bash
# examples/verify against the published test vectors, in every language whose tool is on this machine. What is not here is
# said aloud: it has not been tried. With --install, Debian's packages bring what is missing, for CI.
source "$(dirname "$0")/shared.sh"
if [ "${1:-}" = --install ]; then
  wanted=()
  command -v php >/dev/null || wanted+=(php-cli)
  command -v ruby >/dev/null || wanted+=(ruby)
  command -v dotnet >/dev/null || command -v mcs >/dev/null || wanted+=(mono-mcs mono-runtime)
  install_debian ${wanted[@]+"${wanted[@]}"}
fi
node tools/ci/vectors-as-lines.mjs >"$work/vectors.tsv"
count=$(wc -l <"$work/vectors.tsv")
[ "$count" -gt 40 ]
tried=0

try() {
  local language=$1 tool=$2
  shift 2
  if ! command -v "$tool" >/dev/null; then
    echo "NOT TRIED in $language: there is no $tool here."
    return
  fi
  "$@" <"$work/vectors.tsv" || { echo "$language is wrong"; exit 1; }
  # A program that says yes to everything, or reads nothing, would be found by this.
  if sed 's/true$/x/; s/false$/true/; s/x$/false/' "$work/vectors.tsv" | "$@" >/dev/null; then
    echo "$language finds nothing wrong in wrong vectors"
    exit 1
  fi
  tried=$((tried + 1))
  echo "$language gives the right answer to all $count vectors"
}

try Python python3 python3 examples/verify/verify.py
if command -v go >/dev/null; then GOFLAGS=-mod=mod go build -o "$work/verify-go" examples/verify/verify.go; fi
try Go go "$work/verify-go"
try Java java java examples/verify/Verify.java
try PHP php php examples/verify/verify.php
try Ruby ruby ruby examples/verify/verify.rb
if command -v dotnet >/dev/null; then
  dotnet new console --output "$work/dotnet" >/dev/null
  cp examples/verify/Verify.cs "$work/dotnet/Program.cs"
  dotnet build "$work/dotnet" --nologo --output "$work/dotnet/built" >/dev/null
  try 'C#' dotnet dotnet "$work/dotnet/built/dotnet.dll"
else
  if command -v mcs >/dev/null; then mcs -out:"$work/verify.exe" examples/verify/Verify.cs; fi
  try 'C#' mcs mono "$work/verify.exe"
fi
[ "$tried" -gt 0 ]
