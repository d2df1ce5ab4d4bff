/**
 * The script for zsh. It is ours for the reason that the one for bash is (`bash-completion.ts`). What `_describe` is given it
 * quotes as the line needs it: `Bank\ Transfer` is one word.
 *
 * It can be sourced, or be a file `_svc-sandbox` in a folder of `fpath`. A zsh without settings, as a new Mac has it, has not
 * loaded its completion: then the script does.
 */
export const zshCompletion = `#compdef svc-sandbox
# zsh completion for svc-sandbox

_svc-sandbox() {
    local line word meaning
    local -i directive=0
    local -a typed described
    # The words up to the cursor without their quotes; nothing in them is run.
    typed=("\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")
    # What comes back for --flag=value is the value.
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    # Each line is a word and, after a tabulator, what it means. The last one says what the shell may do.
    for line in "\${(@f)$(svc-sandbox complete -- "\${typed[@]}" 2>/dev/null </dev/null)}"; do
        case $line in
            (:4) directive=4 ;;
            (''|:*) ;;
            (*)
                word=\${line%%$'\\t'*}
                meaning=\${line#"$word"}
                meaning=\${meaning#$'\\t'}
                described+=("\${word//:/\\\\:}\${meaning:+:$meaning}")
                ;;
        esac
    done
    if ((\${#described})); then
        _describe svc-sandbox described
    elif ((directive != 4)); then
        _files
    fi
}

if [[ \${funcstack[1]-} == _svc-sandbox ]]; then
    _svc-sandbox
else
    if ((! \${+functions[compdef]})); then autoload -Uz compinit && compinit -i; fi
    compdef _svc-sandbox svc-sandbox
fi
`
