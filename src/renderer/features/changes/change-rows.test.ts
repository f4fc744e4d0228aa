import { expect, it } from 'vitest'
import { type ChangedFile, type ChangeHunk, type FileChange, OPEN_REVIEW } from '#shared/changes/changes.ts'
import { changeRows, placeOf, treeRows } from './change-rows.ts'
import { offersOf } from './offers.ts'
import { commentMessage } from './review/comments.ts'

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  from: null,
  kind: 'modified',
  added: 1,
  removed: 1,
  staged: false,
  unstaged: true,
  ...more,
})
const hunk = (more: Partial<ChangeHunk> = {}): ChangeHunk => ({
  id: 'id',
  oldStart: 10,
  newStart: 12,
  section: '',
  lines: [' a', '-b', '+c', ' d'],
  stage: 'unstaged',
  review: OPEN_REVIEW,
  ...more,
})
const change = (hunks: readonly ChangeHunk[], cut = false): FileChange => ({
  path: 'a.ts',
  content: { kind: 'text', hunks, cut },
})

const SILENT = { file: () => '', folder: () => '' }

it('lays out files, hunks and lines, and replaces what is not loaded or cannot be shown', () => {
  const kinds = (content: FileChange | null, closed: readonly string[] = []) =>
    changeRows([file('a.ts')], () => content, new Set(closed)).map(({ kind }) => kind)
  expect(kinds(null)).toEqual(['file', 'note'])
  expect(kinds(change([hunk(), hunk({ id: 'other' })]))).toEqual(['file', 'hunk', 'lines', 'hunk', 'lines'])
  expect(kinds(change([hunk()], true))).toEqual(['file', 'hunk', 'lines', 'note'])
  expect(kinds({ path: 'a.ts', content: { kind: 'binary' } })).toEqual(['file', 'note'])
  expect(kinds(change([hunk()]), ['a.ts'])).toEqual(['file'])
})

it('cuts a long hunk into pieces with the right numbers, without marks of missing line ends', () => {
  const lines = [
    ...Array.from({ length: 150 }, () => '-old'),
    ...Array.from({ length: 150 }, () => '+new'),
    '\\ No newline at end of file',
  ]
  const rows = changeRows([file('a.ts')], () => change([hunk({ lines })]), new Set())
  const drawn = rows.flatMap((row) => (row.kind === 'lines' ? [row] : []))
  expect([...new Set(drawn.map(({ chunk }) => chunk))].map(({ diff }) => diff.hunks)).toMatchObject([
    [{ oldStart: 10, newStart: 12, lines: { length: 200 } }],
    [{ oldStart: 160, newStart: 62, lines: { length: 100 } }],
  ])
  expect(drawn.map(({ part }) => `${part.from}-${part.to}`)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => `${at * 20}-${at * 20 + 20}`),
    ...Array.from({ length: 5 }, (_, at) => `${at * 20}-${at * 20 + 20}`),
  ])
  expect(drawn.map(({ isLast }) => isLast).indexOf(true)).toBe(drawn.length - 1)
})

it('finds the place of a hunk and its first changed line', () => {
  expect(placeOf(hunk())).toEqual({ from: 12, to: 14, line: 13, quote: 'b' })
  expect(placeOf(hunk({ newStart: 0, lines: ['-only'] }))).toMatchObject({ from: 10, quote: 'only' })
})

it('draws folders with one folder inside as one line, and keeps closed ones closed', () => {
  const files = ['src/a/b/one.ts', 'src/a/b/two.ts', 'src/c.ts', 'top.md'].map((path) => file(path))
  const labels = (closed: readonly string[] = []) =>
    treeRows(files, new Set(closed), SILENT).map(({ label, level }) => `${level} ${label}`)
  expect(labels()).toEqual(['1 src', '2 a/b', '3 one.ts', '3 two.ts', '2 c.ts', '1 top.md'])
  expect(labels(['src/a/b/'])).toEqual(['1 src', '2 a/b', '2 c.ts', '1 top.md'])
  expect(treeRows([file('nested/')], new Set(), SILENT).map(({ label }) => label)).toEqual(['nested/'])
})

it('counts the files and lines below each folder, and names its row by all it shows', () => {
  const files = [file('src/a.ts'), file('src/b/c.png', { added: null, removed: null }), file('src/b/d.ts')]
  const about = { ...SILENT, folder: ({ files: count }: { files: number }) => `${count} files` }
  const names = (all: typeof files, closed: readonly string[] = []) =>
    treeRows(all, new Set(closed), about).map(({ name }) => name)
  expect(names(files, ['src/b/'])).toEqual(['src 3 files +2 −2', 'b 2 files +1 −1', 'a.ts M +1 −1'])
  expect(names(files.slice(1, 2))).toEqual(['src/b 1 files', 'c.png M'])
})

it('hides the lines of accepted hunks until they are opened', () => {
  const accepted = hunk({ review: { state: 'accepted', at: 1, decisions: [1] } })
  const kinds = (opened: readonly string[]) =>
    changeRows([file('a.ts')], () => change([accepted]), new Set(), new Set(opened)).map(({ kind }) => kind)
  expect(kinds([])).toEqual(['file', 'hunk'])
  expect(kinds(['hunk a.ts id'])).toEqual(['file', 'hunk', 'lines'])
})

it('offers only acts that have an effect', () => {
  const offers = offersOf({ scope: 'uncommitted', canAct: true, hideWhitespace: false })
  expect(offers.file(file('a', { staged: true }))).toEqual(['accept', 'stage', 'unstage', 'discard'])
  expect(offers.file(file('a', { kind: 'conflicted' }))).toEqual(['resolve', 'stage'])
  expect(offers.hunk(file('a'), hunk())).toEqual(['accept', 'reject', 'stage', 'comment'])
  expect(offers.hunk(file('a'), hunk({ stage: 'staged' }))).toEqual(['accept', 'unstage', 'comment'])
  expect(offers.hunk(file('a'), hunk({ stage: 'mixed' }))).toEqual(['accept', 'reject', 'comment'])
  const accepted = hunk({ review: { state: 'accepted', at: 1, decisions: [1] } })
  expect(offers.hunk(file('a'), accepted)).toEqual(['undo', 'reject', 'stage', 'comment'])
  const inTurn = offersOf({ scope: 'turn', canAct: true, hideWhitespace: false })
  expect(inTurn.file(file('a'))).toEqual(['accept'])
  expect(inTurn.hunk(file('a'), hunk({ stage: null }))).toEqual(['accept', 'reject', 'comment'])
  const without = offersOf({ scope: 'uncommitted', canAct: false, hideWhitespace: false })
  expect(without.hunk(file('a'), hunk())).toEqual(['accept', 'comment'])
  const spaces = offersOf({ scope: 'uncommitted', canAct: true, hideWhitespace: true })
  expect(spaces.hunk(file('a'), hunk())).toEqual(['comment'])
})

it('writes all comments as one message', () => {
  const comment = { id: 'c', hunk: 'h', path: 'src/a.ts', line: 7, quote: '  sum()', text: ' Why? ' }
  expect(commentMessage([comment, { ...comment, quote: '', text: 'And here?' }], 'Please:')).toBe(
    'Please:\n\n**src/a.ts:7**\n\n> sum()\n\nWhy?\n\n**src/a.ts:7**\n\nAnd here?',
  )
})
