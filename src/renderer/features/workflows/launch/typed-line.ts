/** The line of a text that the caret is in: where it begins, where it ends, and what of it is before the caret. */
export type TypedLine = { readonly from: number; readonly to: number; readonly typed: string }

export function lineAt(text: string, caret: number): TypedLine {
  const from = text.lastIndexOf('\n', caret - 1) + 1
  const end = text.indexOf('\n', caret)
  return { from, to: end < 0 ? text.length : end, typed: text.slice(from, caret).trimStart() }
}

/** Replaces a line of the text and returns the new caret position. */
export function withLine(text: string, { from, to }: TypedLine, line: string) {
  return { text: `${text.slice(0, from)}${line}${text.slice(to)}`, caret: from + line.length }
}

const MOST_FOLDERS = 6

/** Folders whose paths hold what was typed, then the files. A script is given either. */
export function placesFor(files: readonly string[], typed: string): readonly string[] {
  const words = typed.toLowerCase()
  const folders = new Set<string>()
  for (const file of files) {
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
      const folder = file.slice(0, at)
      if (folder.toLowerCase().includes(words)) folders.add(folder)
    }
  }
  return [
    ...[...folders].toSorted((one, other) => one.length - other.length).slice(0, MOST_FOLDERS),
    ...files,
  ]
}
