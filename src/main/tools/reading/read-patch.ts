/** The edit of one patch hunk. Without a path it applies to the file named by the call. */
export type PatchEdit = { readonly path: string | null; readonly old_text: string; readonly new_text: string }

const UPDATE = /^\*\*\* Update File: (.+)$/
const MARKER = /^\*\*\* (?:Begin Patch|End Patch|End of File)\s*$/
/** Lines of a unified diff that say nothing of the text. */
const HEADER = /^(?:diff --git |index [0-9a-f]|(?:old|new) mode )/

type Hunk = { readonly old: string[]; readonly fresh: string[] }

/**
 * Reads a unified diff, or a patch in the form that begins with `*** Begin Patch`, as edits. Each hunk becomes an edit
 * of its passage, which is found by its text and never by a line number. Returns null for any other text, and for
 * patches that create, delete or rename files or only add lines without text around them.
 */
export function readPatch(text: string): readonly PatchEdit[] | null {
  const edits: PatchEdit[] = []
  let path: string | null = null
  let hunk: Hunk | null = null
  const close = (): boolean => {
    const done = hunk
    hunk = null
    if (done === null) return true
    if (done.old.length === 0) return false
    edits.push({ path, old_text: done.old.join('\n'), new_text: done.fresh.join('\n') })
    return true
  }
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n')
  for (const [at, line] of lines.entries()) {
    const file = UPDATE.exec(line)?.[1]?.trim() ?? unifiedFile(line, lines[at + 1])
    if (file !== null || line.startsWith('@@')) {
      if (!close() || file === '/dev/null') return null
      if (file === null) hunk = { old: [], fresh: [] }
      else path = file
      continue
    }
    if (unifiedFile(lines[at - 1] ?? '', line) !== null || MARKER.test(line)) continue
    if (hunk === null && (line.trim() === '' || HEADER.test(line))) continue
    // The first hunk of a file may come without its header.
    hunk ??= { old: [], fresh: [] }
    if (!addLine(hunk, line)) return null
  }
  return close() && edits.length > 0 ? edits : null
}

/** Returns the file that two lines of a unified diff name; `/dev/null` for one that is created or deleted. */
function unifiedFile(line: string, next: string | undefined): string | null {
  if (!line.startsWith('--- ') || next?.startsWith('+++ ') !== true) return null
  const [before, after] = [line, next].map((each) => each.slice(4).split('\t')[0]?.trim() ?? '')
  if (before === '/dev/null' || after === undefined) return '/dev/null'
  return before?.startsWith('a/') && after.startsWith('b/') ? after.slice(2) : after
}

/** Adds a line of a hunk to the side it belongs to. Returns false for a line without a mark. */
function addLine({ old, fresh }: Hunk, line: string): boolean {
  if (line.startsWith('\\ No newline')) return true
  const mark = line.slice(0, 1)
  if (mark !== ' ' && mark !== '' && mark !== '-' && mark !== '+') return false
  if (mark !== '+') old.push(line.slice(1))
  if (mark !== '-') fresh.push(line.slice(1))
  return true
}
