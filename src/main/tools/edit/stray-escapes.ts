/** Languages in which a backslash before a quote means nothing outside of strings, and the file does not parse. */
const STRICT = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|c|h|cc|cpp|hpp|cs|swift|jsonc?)$/i

/**
 * The new text of an edit without escapes of quotes that only its way through JSON explains: `f(\"a\")` where no string
 * is open. Null where there are none, or where one of them could be meant.
 */
export function withoutStrayEscapes(path: string, { oldText, newText }: Texts): string | null {
  if (!STRICT.test(path) || !newText.includes('\\"') || oldText.includes('\\"')) return null
  const lines = newText.split('\n').filter((line) => line.includes('\\"'))
  const isStray = (line: string): boolean => {
    const bare = line.replaceAll('\\"', '')
    // A quote, a regular expression or another escape could hold them.
    return !/["'`/\\]/.test(bare) && line.split('\\"').length % 2 === 1
  }
  const others = newText.split('\n').some((line) => !line.includes('\\"') && line.includes('"'))
  return others || !lines.every(isStray) ? null : newText.replaceAll('\\"', '"')
}

type Texts = { readonly oldText: string; readonly newText: string }
