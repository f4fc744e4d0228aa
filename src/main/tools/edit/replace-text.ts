/** What to look for and what to put there, as the model wrote it: line endings do not matter. */
export type Replacement = { readonly oldText: string; readonly newText: string; readonly all: boolean }
export type Replaced =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | { readonly ok: false; readonly problem: string }

const SHOWN_HINT = 1500

/**
 * Replaces a passage of a text. Passages are compared with every line ending read as LF; what is outside the
 * match stays as it was, and new lines end the way their surroundings do.
 */
export function replaceText(original: string, { oldText, newText, all }: Replacement): Replaced {
  const wanted = unified(oldText)
  const fresh = unified(newText)
  if (wanted === '') return refused('old_text is empty. To make a file or fill an empty one, use write.')
  if (wanted === fresh) return refused('old_text and new_text are the same, so nothing would change.')
  const plain = unified(original)
  const starts = occurrences(plain, wanted)
  if (starts.length === 0) return refused(missing(plain, wanted))
  if (starts.length > 1 && !all) return refused(ambiguous(plain, starts))
  const toOriginal = positionsIn(original)
  const usual = usualEnding(original)
  const pieces: string[] = []
  let done = 0
  for (const start of starts) {
    const from = toOriginal(start)
    const to = toOriginal(start + wanted.length)
    const replaced = original.slice(from, to)
    const ending = replaced.includes('\n') ? usualEnding(replaced) : usual
    pieces.push(original.slice(done, from), fresh.replaceAll('\n', ending))
    done = to
  }
  pieces.push(original.slice(done))
  return { ok: true, text: pieces.join(''), count: starts.length }
}

function unified(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function occurrences(text: string, wanted: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    starts.push(at)
  return starts
}

/** Translates a position in the LF text into one in the original: each CRLF before it counts for one more. */
function positionsIn(original: string): (position: number) => number {
  const pairs: number[] = []
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) {
    pairs.push(at - pairs.length)
  }
  return (position) => {
    let low = 0
    let high = pairs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    return position + low
  }
}

function usualEnding(text: string): '\n' | '\r\n' {
  const pairs = text.split('\r\n').length - 1
  const all = text.split('\n').length - 1
  return pairs > all - pairs ? '\r\n' : '\n'
}

function refused(problem: string): Replaced {
  return { ok: false, problem }
}

function ambiguous(text: string, starts: readonly number[]): string {
  const lines = starts.slice(0, 5).map((start) => lineAt(text, start))
  const more = starts.length > 5 ? ' and others' : ''
  return (
    `old_text occurs ${starts.length} times (lines ${lines.join(', ')}${more}). Add lines around it until it is ` +
    'unique, or set replace_all to change every one.'
  )
}

function missing(text: string, wanted: string): string {
  const bare = wanted.replace(/^ *\d+\t/gm, '')
  if (bare !== wanted && text.includes(bare)) {
    return 'old_text contains the line numbers that read shows. Leave them out.'
  }
  const near = nearest(text.split('\n'), wanted.split('\n'))
  if (near === null) return 'old_text was not found. Read the file again and copy the passage exactly.'
  const shown = near.text.length > SHOWN_HINT ? `${near.text.slice(0, SHOWN_HINT)}…` : near.text
  return `old_text was not found. The passage at line ${near.line} differs from it only in white space:\n${shown}`
}

/** A passage that is the same once white space is left out of account. */
function nearest(lines: readonly string[], wanted: readonly string[]): { line: number; text: string } | null {
  const squeeze = (line: string) => line.replace(/\s+/g, '')
  const target = wanted.map(squeeze)
  while (target[0] === '') target.shift()
  while (target.at(-1) === '') target.pop()
  if (target.length === 0) return null
  // Looked for as one text: comparing line by line takes their product where many lines are the same.
  const squeezed = `\n${lines.map(squeeze).join('\n')}\n`
  const found = squeezed.indexOf(`\n${target.join('\n')}\n`)
  if (found === -1) return null
  const at = squeezed.slice(0, found).split('\n').length - 1
  return { line: at + 1, text: lines.slice(at, at + target.length).join('\n') }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
