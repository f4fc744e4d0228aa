import type { FileDiff } from '#shared/session/file-diff.ts'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'

/** Size of a review page: enough to read on, small enough to render at once. */
const PAGE_LETTERS = 24_000
const PAGE_LINES = 400
const BRIEF_LINES = 8
const BRIEF_LETTERS = 600

/** Cuts what is to be allowed into pages that together show all of it, in order. */
export function reviewPages(preview: ApprovalPreview): readonly ApprovalPreview[] {
  switch (preview.kind) {
    case 'command':
    case 'sandbox':
      return textPages(preview.command).map((command) => ({ ...preview, command }))
    case 'args':
    case 'mcp':
      return textPages(preview.text).map((text) => ({ ...preview, text }))
    case 'sampling':
      // The pictures follow the text.
      return textPages(preview.text).map((text, at, { length }) =>
        at === length - 1 ? { ...preview, text } : { ...preview, text, pictures: [] },
      )
    case 'workflow': {
      const args = preview.args === null ? [null] : textPages(preview.args)
      const scripts = textPages(preview.script)
      const [first = null, ...rest] = args
      const more = rest.map((part) => ({ ...preview, args: part, script: '' }))
      return [
        { ...preview, args: first, script: scripts[0] ?? '' },
        ...more,
        ...scriptPages(preview, scripts),
      ]
    }
    case 'diff':
      return diffPages(preview.diff).map((diff) => ({ ...preview, diff }))
    case 'path':
    case 'memory':
    case 'plan':
      return [preview]
  }
}

/** The first lines of what is to be allowed, for a card on which there is no room for all of it. */
export function briefOf(preview: ApprovalPreview): ApprovalPreview {
  switch (preview.kind) {
    case 'command':
    case 'sandbox':
      return { ...preview, command: firstLines(preview.command) }
    case 'args':
    case 'mcp':
    case 'sampling':
      return { ...preview, text: firstLines(preview.text) }
    case 'diff':
      return { ...preview, diff: firstOfDiff(preview.diff) }
    case 'workflow':
    case 'path':
    case 'memory':
    case 'plan':
      return preview
  }
}

type Workflow = Extract<ApprovalPreview, { kind: 'workflow' }>

const scriptPages = (preview: Workflow, scripts: readonly string[]): readonly Workflow[] =>
  scripts.slice(1).map((script) => ({ ...preview, args: null, script }))

function textPages(text: string): readonly string[] {
  const pages: string[] = []
  let page = ''
  let lines = 0
  for (const line of pieces(text)) {
    if (page !== '' && (lines >= PAGE_LINES || page.length + line.length > PAGE_LETTERS)) {
      pages.push(page)
      page = ''
      lines = 0
    }
    page += line
    lines += 1
  }
  return [...pages, page]
}

/** Lines with their ends; one that is longer than a page in several pieces. */
function* pieces(text: string): Generator<string> {
  for (const line of text.split(/(?<=\n)/)) {
    for (let at = 0; at < line.length || at === 0; at += PAGE_LETTERS) yield line.slice(at, at + PAGE_LETTERS)
  }
}

function diffPages(diff: FileDiff): readonly FileDiff[] {
  const pages: FileDiff['hunks'][] = []
  let page: FileDiff['hunks'] = []
  let lines = 0
  let letters = 0
  for (const hunk of diff.hunks.flatMap(smallHunks)) {
    const size = hunk.lines.reduce((sum, line) => sum + line.length, 0)
    if (page.length > 0 && (lines + hunk.lines.length > PAGE_LINES || letters + size > PAGE_LETTERS)) {
      pages.push(page)
      page = []
      lines = 0
      letters = 0
    }
    page.push(hunk)
    lines += hunk.lines.length
    letters += size
  }
  pages.push(page)
  return pages.map((hunks) => ({ ...diff, hunks: joined(hunks) }))
}

type Hunk = FileDiff['hunks'][number]

/** A hunk as one hunk a line, so that pages can end between them; a very long line in several pieces. */
function smallHunks(hunk: Hunk): readonly Hunk[] {
  const small: Hunk[] = []
  let { oldStart, newStart } = hunk
  for (const line of hunk.lines) {
    const mark = line.slice(0, 1)
    for (let at = 1; at < line.length || at === 1; at += PAGE_LETTERS) {
      small.push({ oldStart, newStart, lines: [`${mark}${line.slice(at, at + PAGE_LETTERS)}`] })
    }
    if (mark !== '+') oldStart += 1
    if (mark !== '-') newStart += 1
  }
  return small
}

/** Puts lines that follow one another into one hunk again. */
function joined(hunks: FileDiff['hunks']): FileDiff['hunks'] {
  const result: FileDiff['hunks'] = []
  for (const hunk of hunks) {
    const last = result.at(-1)
    if (last !== undefined && follows(last, hunk)) last.lines.push(...hunk.lines)
    else result.push({ ...hunk, lines: [...hunk.lines] })
  }
  return result
}

function follows(before: Hunk, after: Hunk): boolean {
  const old = before.lines.filter((line) => !line.startsWith('+')).length
  const fresh = before.lines.filter((line) => !line.startsWith('-')).length
  return after.oldStart === before.oldStart + old && after.newStart === before.newStart + fresh
}

function firstLines(text: string): string {
  const first = text.split('\n').slice(0, BRIEF_LINES).join('\n').slice(0, BRIEF_LETTERS)
  return first === text ? text : `${first} …`
}

function firstOfDiff(diff: FileDiff): FileDiff {
  let left = BRIEF_LINES
  const hunks = diff.hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left).map((line) => firstLetters(line))
    left -= lines.length
    return lines.length === 0 ? [] : [{ ...hunk, lines }]
  })
  return { ...diff, hunks, cut: false }
}

const firstLetters = (line: string): string => (line.length > 160 ? `${line.slice(0, 160)} …` : line)
