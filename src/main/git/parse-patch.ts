/** One hunk of a patch. `lines` have their marks; a mark `\` says that the line before it has no end. */
export type PatchHunk = {
  readonly oldStart: number
  readonly newStart: number
  readonly section: string
  readonly lines: readonly string[]
}

/** The part of a patch that is about one file. */
export type FilePatch = {
  /** The lines before the first hunk, as git wrote them. They name the file, also with odd letters in its name. */
  readonly header: string
  readonly hunks: readonly PatchHunk[]
  readonly isBinary: boolean
  /** The whole part, as git wrote it. */
  readonly text: string
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s

/** Splits the output of `git diff` into its files. Source: git-diff(1), "Generating patch text with -p". */
export function parsePatch(output: string): readonly FilePatch[] {
  return output
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map(parseFile)
}

function parseFile(text: string): FilePatch {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const first = lines.findIndex((line) => HUNK.test(line))
  const header = (first < 0 ? lines : lines.slice(0, first)).join('\n')
  const hunks: { oldStart: number; newStart: number; section: string; lines: string[] }[] = []
  for (const line of first < 0 ? [] : lines.slice(first)) {
    const opening = HUNK.exec(line)
    if (opening !== null && isWhole(hunks.at(-1)?.lines)) {
      const [, oldStart, newStart, section = ''] = opening
      hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), section, lines: [] })
    } else hunks.at(-1)?.lines.push(line)
  }
  const isBinary = /^(?:GIT binary patch|Binary files .* differ)$/m.test(header)
  return { header, hunks, isBinary, text }
}

/** A line that begins with `@@` inside a hunk has a mark before it, so an opening line always ends one. */
const isWhole = (lines: readonly string[] | undefined): boolean => lines === undefined || lines.length > 0

/** The direction in which a patch will be applied. */
export type PatchWay = 'forward' | 'reverse'

/**
 * Writes a patch of some hunks of a file. With `lines`, the changes of the only hunk that are not chosen are left as
 * they are on the side the patch is applied to.
 */
export function partOfPatch(
  file: FilePatch,
  hunks: readonly PatchHunk[],
  lines: ReadonlySet<number> | null,
  way: PatchWay,
): string {
  const parts = hunks.map((hunk) => {
    const kept = lines === null ? hunk.lines : withoutOthers(hunk.lines, lines, way)
    const count = (marks: string) => kept.filter((line) => marks.includes(line[0] ?? ' ')).length
    const opening = `@@ -${hunk.oldStart},${count(' -')} +${hunk.newStart},${count(' +')} @@`
    return [opening, ...kept].join('\n')
  })
  return `${[file.header, ...parts].join('\n')}\n`
}

/**
 * Keeps the chosen changes. Of the others, those on the side that is patched become unchanged lines. Within a change, each
 * added line follows the removed line it replaces, so that lines left as they are keep their place.
 */
function withoutOthers(
  lines: readonly string[],
  chosen: ReadonlySet<number>,
  way: PatchWay,
): readonly string[] {
  const stays = way === 'forward' ? '-' : '+'
  return inPairs(lines).flatMap(({ line, at, end }) => {
    const changes = line.startsWith('+') || line.startsWith('-')
    if (!changes || chosen.has(at)) return [line, ...end]
    return line.startsWith(stays) ? [` ${line.slice(1)}`, ...end] : []
  })
}

/** A line with its place in the hunk, and the mark after it that says that it has no end. */
type Unit = { readonly line: string; readonly at: number; readonly end: readonly string[] }

function inPairs(lines: readonly string[]): readonly Unit[] {
  const units = lines.flatMap((line, at): Unit[] => {
    const next = lines[at + 1]
    return line.startsWith('\\') ? [] : [{ line, at, end: next?.startsWith('\\') === true ? [next] : [] }]
  })
  const ordered: Unit[] = []
  for (let at = 0; at < units.length; ) {
    const removed = runOf(units, at, '-')
    const added = runOf(units, at + removed.length, '+')
    const unit = units[at]
    if (removed.length + added.length === 0 && unit !== undefined) ordered.push(unit)
    for (let pair = 0; pair < Math.max(removed.length, added.length); pair += 1)
      ordered.push(...[removed[pair], added[pair]].filter((each) => each !== undefined))
    at += Math.max(1, removed.length + added.length)
  }
  return ordered
}

function runOf(units: readonly Unit[], from: number, mark: string): readonly Unit[] {
  let to = from
  while (units[to]?.line.startsWith(mark) === true) to += 1
  return units.slice(from, to)
}
