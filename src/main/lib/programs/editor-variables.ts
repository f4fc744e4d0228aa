/** The value of `EDITOR` and `VISUAL` for commands: an editor that ends at once. */
const NO_EDITOR = 'true'
const NO_EDITOR_WINDOWS = 'cmd /d /c rem'

/**
 * Runs the editor that the command itself names: with `-c core.editor`, `VISUAL` or `EDITOR`. Git asks `GIT_EDITOR`
 * first, so it never reaches the editor in the person's own settings.
 */
const gitEditor = (none: string): string =>
  script(
    'e=$VISUAL',
    `case "$e" in ""|"${none}") e=$EDITOR;; esac`,
    `case "$GIT_CONFIG_PARAMETERS" in ${inAnyCase('core.editor')}) e=$(git config core.editor);; esac`,
    `case "$e" in ""|"${none}") exit 0;; esac`,
    'eval "$e \\"\\$@\\""',
  )

/** The same for the list of a rebase, for which git falls back to its usual editor. */
const GIT_SEQUENCE_EDITOR = script(
  'e=$GIT_EDITOR',
  `case "$GIT_CONFIG_PARAMETERS" in ${inAnyCase('sequence.editor')}) e=$(git config sequence.editor);; esac`,
  `eval "\${e:-true} \\"\\$@\\""`,
)

/** Returns variables that keep programs such as git from opening an editor that is never closed. */
export function editorVariables(platform: NodeJS.Platform): Record<string, string> {
  const none = platform === 'win32' ? NO_EDITOR_WINDOWS : NO_EDITOR
  return {
    EDITOR: none,
    VISUAL: none,
    GIT_EDITOR: gitEditor(none),
    GIT_SEQUENCE_EDITOR,
    GIT_MERGE_AUTOEDIT: 'no',
  }
}

/** A line for the shell that git starts editors with. */
function script(...lines: readonly string[]): string {
  return `sh -c '${lines.join('; ')}' editor`
}

/** A pattern of the shell for a name somewhere in a text. Git does not tell capital letters apart. */
function inAnyCase(name: string): string {
  const letters = [...name].map((letter) => (letter === '.' ? letter : `[${letter}${letter.toUpperCase()}]`))
  return `*${letters.join('')}*`
}
