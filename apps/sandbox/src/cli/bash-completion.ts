/**
 * The script for bash. It is ours and not that of `@bomb.sh/tab`, which gives the typed line to `eval`: a press of the tabulator
 * key would run what stands in `"$(…)"`. Here words go to the program as they are typed, and nothing expands what comes back
 * (`compgen -W` would).
 *
 * It stands beside others: its global names are ours alone, and a second source is no error. It works in bash 3.2 and under
 * `set -u`, with the package bash-completion and without. Files are offered where nothing else is.
 */
export const bashCompletion = `# bash completion for svc-sandbox

# The words up to the cursor. Bash divides at = and : too; what has no space in between is one word here.
__svc_sandbox_words() {
    local index word rest=\${COMP_LINE:0:COMP_POINT} before
    words=()
    for ((index = 0; index <= COMP_CWORD; index++)); do
        word=\${COMP_WORDS[index]}
        before=\${rest%%[![:space:]]*}
        rest=\${rest#"$before"}
        # The cursor may stand within the last one.
        if ((index == COMP_CWORD)); then word=$rest; else rest=\${rest#"$word"}; fi
        if [[ $index == 0 || -n $before ]]; then words+=("$word"); else words[\${#words[@]} - 1]+=$word; fi
    done
}

__svc_sandbox_complete() {
    local cur flag= line quote= word directive=0 words=()
    __svc_sandbox_words
    cur=\${words[\${#words[@]} - 1]}
    # What comes back for --flag=value is the value.
    if [[ $cur == --*=* ]]; then flag=\${cur%%=*}= cur=\${cur#*=}; fi
    # Bash divides the line there, unless somebody has told it otherwise, and then wants the value alone.
    if [[ $COMP_WORDBREAKS == *=* ]]; then flag=; fi
    case $cur in
        [\\"\\']*) quote=\${cur:0:1} cur=\${cur:1} words[\${#words[@]} - 1]=$cur ;;
        *\\\\*) cur=\${cur//\\\\/} words[\${#words[@]} - 1]=$cur ;;
    esac
    COMPREPLY=()
    # Each line is a word and, after a tabulator, what it means. The last one says what the shell may do.
    while IFS= read -r line; do
        word=\${line%%$'\\t'*}
        case $line in
            :4) directive=4 ;;
            :*) ;;
            "$cur"*)
                # A value with a space is one word.
                if [[ -z $quote && $word == *[[:space:]]* ]]; then printf -v word %q "$word"; fi
                COMPREPLY+=("$flag$word")
                ;;
        esac
    done < <(svc-sandbox complete -- "\${words[@]:1}" 2>/dev/null </dev/null)
    # No files, where none are meant. Bash 3.2 has no compopt.
    if [[ $directive == 4 ]]; then compopt +o default 2>/dev/null; fi
    return 0
}

complete -o default -F __svc_sandbox_complete svc-sandbox
`
