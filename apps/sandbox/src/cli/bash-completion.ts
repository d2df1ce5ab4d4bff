/** Words of the line where the package bash-completion is not there, as on macOS. */
const wordsOfLine = `__svc_sandbox_words() {
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n "=:" cur prev words cword
    else
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${words[cword]}
        prev=\${words[cword-1]}
    fi
}
`

/**
 * The script of `@bomb.sh/tab` for bash, made to stand beside others: its global names are ours alone and can be set
 * again, so that a second source, or another program with the same library, is no error. Files are offered where nothing
 * else is, and it works without bash-completion.
 */
export function inOwnWords(script: string): string {
  return script
    .replaceAll('readonly ', '')
    .replaceAll('ShellCompDirective', '__svc_sandbox_directive')
    .replace('_get_comp_words_by_ref -n "=:" cur prev words cword', '__svc_sandbox_words')
    .replace('# Function to handle completions', (comment) => `${wordsOfLine}\n${comment}`)
    .replace('complete -F', 'complete -o default -F')
}
