import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { baseOf, conflictsIn } from '#shared/changes/conflict.ts'
import { type ChangesRig, openChangesRig, PROJECT } from '../../../test/support/rigs/changes-rig.ts'
import { mergePlaces } from './merge-places.ts'

const LINES = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`)
const text = (changed: Readonly<Record<number, string>> = {}, end = '\n') =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join(end)}${end}`
let rig: ChangesRig

beforeEach(async () => {
  rig = await openChangesRig()
})
afterEach(() => rig.close())

const commitAll = (message: string) => {
  rig.git('add', '--all')
  rig.git('commit', '-qm', message)
}

/** A merge that stops: `theirs` on another branch, `ours` here. Null removes the file. */
function merge(base: string | Buffer | null, ours: string | Buffer | null, theirs: string | Buffer | null) {
  const put = (content: string | Buffer | null) => {
    if (content !== null) rig.write('a.txt', content)
    else if (existsSync(join(rig.folder, 'a.txt'))) rig.git('rm', '-q', 'a.txt')
  }
  rig.write('other.txt', 'x\n')
  put(base)
  commitAll('base')
  rig.git('switch', '-qc', 'topic')
  put(theirs)
  rig.write('other.txt', 'theirs\n')
  commitAll('theirs')
  rig.git('switch', '-q', 'main')
  put(ours)
  rig.write('more.txt', 'ours\n')
  commitAll('ours')
  expect(() => rig.git('merge', '-q', 'topic')).toThrow()
}

const conflict = () => rig.changes.conflict(PROJECT, 'a.txt', rig.signal)
const unmerged = () => rig.git('ls-files', '-u').trim()

it('shows each conflict in three versions, takes a result, and undoes it', async () => {
  merge(text(), text({ 3: 'ours', 9: 'our nine' }), text({ 3: 'theirs' }))
  const before = rig.read('a.txt')
  const entries = unmerged()
  const found = await conflict()
  const [only, ...more] = conflictsIn(found.current ?? '')
  expect([more, only]).toMatchObject([[], { ours: 'ours\n', theirs: 'theirs\n' }])
  if (only !== undefined) expect(baseOf(only, found.places)).toBe('line 3\n')
  const result = { kind: 'text' as const, text: text({ 3: 'both', 9: 'our nine' }) }
  const { id } = await rig.changes.resolve(PROJECT, { path: 'a.txt', result, seen: found.seen }, rig.signal)
  expect([rig.read('a.txt'), unmerged()]).toEqual([text({ 3: 'both', 9: 'our nine' }), ''])
  expect(rig.git('diff', '--cached', '--name-only')).toContain('a.txt')
  await rig.changes.restore(PROJECT, id, rig.signal)
  expect([rig.read('a.txt'), unmerged()]).toEqual([before, entries])
  await expect(conflict()).resolves.toEqual(found)
})

it('writes nothing when the file changed since it was shown, and keeps the unfinished result', async () => {
  merge(text(), text({ 3: 'ours' }), text({ 3: 'theirs' }))
  const { seen } = await conflict()
  rig.changes.keepResult(PROJECT, 'a.txt', 'begun')
  rig.write('a.txt', 'by hand\n')
  const result = { kind: 'text' as const, text: 'x\n' }
  const resolving = rig.changes.resolve(PROJECT, { path: 'a.txt', result, seen }, rig.signal)
  await expect(resolving).rejects.toThrow('has changed since the conflict was shown')
  expect([rig.read('a.txt'), (await conflict()).kept]).toEqual(['by hand\n', 'begun'])
  expect(unmerged()).not.toBe('')
})

it('keeps CRLF, and takes a whole side of a file that is no text', async () => {
  merge(text({}, '\r\n'), text({ 3: 'ours' }, '\r\n'), text({ 3: 'theirs' }, '\r\n'))
  const { seen, isText } = await conflict()
  expect(isText).toBe(true)
  const result = { kind: 'text' as const, text: text({ 3: 'both' }) }
  await rig.changes.resolve(PROJECT, { path: 'a.txt', result, seen }, rig.signal)
  expect(rig.read('a.txt')).toBe(text({ 3: 'both' }, '\r\n'))
})

it('takes a side of a binary file, and undoes it', async () => {
  const bytes = (last: number) => Buffer.from([0, 1, 2, last])
  merge(bytes(3), bytes(4), bytes(5))
  const { seen, isText } = await conflict()
  expect(isText).toBe(false)
  const theirs = { kind: 'side' as const, side: 'theirs' as const }
  await rig.changes.resolve(PROJECT, { path: 'a.txt', result: theirs, seen }, rig.signal)
  expect([...Buffer.from(rig.read('a.txt'))]).toEqual([0, 1, 2, 5])
  expect(unmerged()).toBe('')
  const [copy] = rig.changes.discarded(PROJECT)
  await rig.changes.restore(PROJECT, copy?.id ?? '', rig.signal)
  expect([...Buffer.from(rig.read('a.txt'))]).toEqual([0, 1, 2, 4])
  expect(unmerged()).not.toBe('')
})

it('lets a deletion stand, and undoes it', async () => {
  merge(text(), null, text({ 3: 'theirs' }))
  const found = await conflict()
  expect(found).toMatchObject({ ours: null, theirs: text({ 3: 'theirs' }) })
  const ours = { kind: 'side' as const, side: 'ours' as const }
  const { id } = await rig.changes.resolve(
    PROJECT,
    { path: 'a.txt', result: ours, seen: found.seen },
    rig.signal,
  )
  expect([existsSync(join(rig.folder, 'a.txt')), unmerged()]).toEqual([false, ''])
  await rig.changes.restore(PROJECT, id, rig.signal)
  expect(rig.read('a.txt')).toBe(text({ 3: 'theirs' }))
  await expect(conflict()).resolves.toEqual(found)
})

it('undoes nothing over later edits', async () => {
  merge(text(), text({ 3: 'ours' }), text({ 3: 'theirs' }))
  const { seen } = await conflict()
  const result = { kind: 'text' as const, text: text({ 3: 'both' }) }
  const { id } = await rig.changes.resolve(PROJECT, { path: 'a.txt', result, seen }, rig.signal)
  rig.write('a.txt', 'later\n')
  await expect(rig.changes.restore(PROJECT, id, rig.signal)).rejects.toThrow('Nothing was changed')
  expect(rig.read('a.txt')).toBe('later\n')
})

it('undoes nothing after the merge was committed', async () => {
  merge(text(), text({ 3: 'ours' }), text({ 3: 'theirs' }))
  const { seen } = await conflict()
  const result = { kind: 'text' as const, text: text({ 3: 'both' }) }
  const { id } = await rig.changes.resolve(PROJECT, { path: 'a.txt', result, seen }, rig.signal)
  commitAll('merged')
  await expect(rig.changes.restore(PROJECT, id, rig.signal)).rejects.toThrow('Another commit was made')
  expect(rig.read('a.txt')).toBe(text({ 3: 'both' }))
  await expect(conflict()).rejects.toThrow('has no conflict any more')
})

it('keeps the resolution of an index that another program has locked out of the files too', async () => {
  merge(text(), text({ 3: 'ours' }), text({ 3: 'theirs' }))
  const { seen } = await conflict()
  writeFileSync(join(rig.folder, '.git/index.lock'), '')
  const result = { kind: 'text' as const, text: text({ 3: 'both' }) }
  const resolving = rig.changes.resolve(PROJECT, { path: 'a.txt', result, seen }, rig.signal)
  await expect(resolving).rejects.toThrow('Another program is using')
  // The copy of the conflict is stored, so no version is lost.
  expect(rig.changes.discarded(PROJECT)).toHaveLength(1)
})

it.each([
  ['a\nb\nc\n', 'a\nX\nc\n', 'a\nY\nc\n', [{ ours: 'X\n', base: 'b\n', theirs: 'Y\n' }]],
  ['a\nb\nc\n', 'a\nX\nc\n', 'a\nb\nZ\n', [{ ours: 'X\nc\n', base: 'b\nc\n', theirs: 'b\nZ\n' }]],
  ['a\nb\nc\nd\n', 'X\nb\nc\nd\n', 'a\nb\nc\nY\n', []],
  ['a\n', 'a\nX\n', 'a\nY\n', [{ ours: 'X\n', base: '', theirs: 'Y\n' }]],
  ['a\nb\n', 'n\na\nX\n', 'a\nY\n', [{ ours: 'X\n', base: 'b\n', theirs: 'Y\n' }]],
])('finds the conflicts of %j', (base, ours, theirs, expected) => {
  expect(mergePlaces(base, ours, theirs)).toEqual(expected)
})
