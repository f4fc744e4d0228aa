/** The options that a server gets with a request to format, from the indents that the text has. */
export function indentOptions(text: string): { readonly tabSize: number; readonly insertSpaces: boolean } {
  const indents = [...text.matchAll(/^([ \t]+)\S/gm)].slice(0, MOST_LINES).map(([, indent = '']) => indent)
  const tabs = indents.filter((indent) => indent.startsWith('\t')).length
  if (tabs * 2 > indents.length) return { tabSize: 4, insertSpaces: false }
  const widths = indents.map((indent) => indent.length).filter((width) => width > 1)
  return { tabSize: widths.length === 0 ? 2 : Math.min(8, Math.min(...widths)), insertSpaces: true }
}

const MOST_LINES = 500
