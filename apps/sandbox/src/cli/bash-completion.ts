/**
 * The script for bash. It is ours and not that of `@bomb.sh/tab`, which gives the typed line to `eval`: a press of the tabulator
 * key would run what stands in `"$(…)"`. Here words go to the program as they are typed, and nothing expands what comes back
 * (`compgen -W` would).
 *
 * It stands beside others: its global names are ours alone, and a second source is no error. It works in bash 3.2 and under
 * `set -u`, with the package bash-completion and without. Files are offered where nothing else is.
 */
export const bashCompletion = `# bash completion for svc-sandbox

# The words up to the cursor. The package bash-completion, if it is there, keeps those with = and : in one piece.
__svc_sandbox_words() {
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n "=:" cur words cword
    else
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${words[cword]}
    fi
}

__svc_sandbox_complete() {
    local cur cword line directive=0 words=()
    __svc_sandbox_words
    COMPREPLY=()
    # Each line is a word and, after a tabulator, what it means. The last one says what the shell may do.
    while IFS= read -r line; do
        case $line in
            :4) directive=4 ;;
            :*) ;;
            "$cur"*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
        esac
    done < <(svc-sandbox complete -- "\${words[@]:1:cword}" 2>/dev/null </dev/null)
    # No files, where none are meant. Bash 3.2 has no compopt.
    if [[ $directive == 4 ]]; then compopt +o default 2>/dev/null; fi
    return 0
}

complete -o default -F __svc_sandbox_complete svc-sandbox
`
