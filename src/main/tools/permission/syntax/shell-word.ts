/** A word of a shell command, as known without running anything. */
export type ShellWord = {
  /** The word without its quotes. Expansions remain as written. */
  readonly text: string
  readonly raw: string
  /** Whether a part was quoted or escaped: such a word is no reserved word. */
  readonly quoted: boolean
  /** Why the value is only known at run time, for example "a variable". */
  readonly dynamic: string | null
  /** Whether it is a file pattern that the shell replaces by names of files. */
  readonly glob: boolean
}

/** One spelling for commands that mean the same: quotes only where they matter. */
export function spelled(words: readonly ShellWord[]): string {
  return words.map(spelledWord).join(' ')
}

function spelledWord(word: ShellWord): string {
  if (word.dynamic !== null || word.glob) return word.raw
  const needsQuotes = word.text === '' || (word.quoted && /[^\w@%+=:,./~-]/.test(word.text))
  return needsQuotes ? `'${word.text.replaceAll("'", "'\\''")}'` : word.text
}
