import { expect, it } from 'vitest'
import type { OpenedFile, SavedFile } from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { CallName, CallRequest } from '#shared/ipc/contract.ts'
import type { Api } from '../api.ts'
import { createFilesStore } from './files-store.ts'

const id = 'prj_00000001' as ProjectId
const path = 'src/a.ts'

const text = (words: string): OpenedFile => ({
  kind: 'text',
  path,
  text: words,
  sha256: words,
  encoding: 'UTF-8',
  bom: false,
  endings: 'lf',
  readOnly: null,
})

/** A disk with one file, and what the store asks of it. */
function open(first: string) {
  const disk = { words: first as string | null }
  const kept: unknown[] = []
  const timers: (() => void)[] = []
  const answers: Partial<Record<CallName, (request: never) => unknown>> = {
    'file.open': () => {
      if (disk.words === null) throw new Error('gone')
      return text(disk.words)
    },
    'file.stamps': () => [disk.words],
    'file.kept': () => [{ path, base: 'old', text: 'unsaved' }],
    'file.keep': (request: CallRequest<'file.keep'>) => {
      kept.push(request.kept)
      return null
    },
    'file.save': ({ text: words, base }: CallRequest<'file.save'>): SavedFile => {
      if (base !== disk.words) return { saved: false, now: disk.words === null ? null : text(disk.words) }
      disk.words = words
      const file = text(words)
      if (file.kind !== 'text') throw new Error('no text')
      return { saved: true, file }
    },
  }
  const call = (async (name: CallName, request: never) => answers[name]?.(request)) as Api['call']
  const report = (error: unknown) => {
    throw error
  }
  const after = (_ms: number, run: () => void) => {
    timers.push(run)
    return () => void timers.splice(timers.indexOf(run), 1)
  }
  const files = createFilesStore({ api: { call }, after, report })
  const shown = () => files.filesOf(id).open[0]
  return { files, disk, kept, timers, shown }
}

it('keeps an unsaved text in main, and forgets it when it is saved', async () => {
  const { files, disk, kept, timers, shown } = open('one')
  await files.show(id, path)
  files.edit(id, path, 'on')
  files.edit(id, path, 'two')
  expect(timers).toHaveLength(1)
  timers[0]?.()
  expect(kept).toEqual([{ text: 'two', base: 'one' }])
  expect(await files.save(id, path)).toBe(true)
  expect([disk.words, shown()?.unsaved, kept.at(-1)]).toEqual(['two', null, null])
})

it('shows both versions when the disk changed under an unsaved text', async () => {
  const { files, disk, shown } = open('one')
  await files.show(id, path)
  files.edit(id, path, 'mine')
  disk.words = 'theirs'
  await files.check(id)
  expect(shown()).toMatchObject({ unsaved: { text: 'mine', base: 'one' }, onDisk: text('theirs') })
  expect(await files.save(id, path)).toBe(false)
  expect(disk.words).toBe('theirs')
  expect(await files.saveMine(id, path)).toBe(true)
  expect([disk.words, shown()?.onDisk]).toEqual(['mine', null])
})

it('takes the version on disk, and gives the text back on undo', async () => {
  const { files, disk, shown } = open('one')
  await files.show(id, path)
  files.edit(id, path, 'mine')
  disk.words = 'theirs'
  await files.check(id)
  const before = files.takeDisk(id, path)
  expect(shown()).toMatchObject({ unsaved: null, onDisk: null, file: text('theirs') })
  if (before !== null) files.reopen(id, before)
  expect(shown()).toMatchObject({ unsaved: { text: 'mine' }, onDisk: text('theirs') })
})

it('reads a file without unsaved changes again', async () => {
  const { files, disk, shown } = open('one')
  await files.show(id, path)
  disk.words = 'two'
  await files.checkAll()
  expect(shown()).toMatchObject({ file: text('two'), unsaved: null, onDisk: null })
})

it('keeps the text of a deleted file', async () => {
  const { files, disk, shown } = open('one')
  await files.show(id, path)
  files.edit(id, path, 'mine')
  disk.words = null
  await files.check(id)
  expect(shown()).toMatchObject({ unsaved: { text: 'mine' }, onDisk: 'gone' })
})

it('opens files with unsaved texts of an earlier window once', async () => {
  const { files, shown } = open('one')
  await files.restore(id)
  await files.restore(id)
  expect(files.filesOf(id).active).toBe(path)
  expect(shown()).toMatchObject({ unsaved: { text: 'unsaved', base: 'old' }, onDisk: text('one') })
})

it('keeps what is typed while a save is on its way', async () => {
  const { files, disk, shown } = open('one')
  await files.show(id, path)
  files.edit(id, path, 'two')
  const saving = files.save(id, path)
  files.edit(id, path, 'three')
  await saving
  expect(disk.words).toBe('two')
  expect(shown()?.unsaved).toEqual({ text: 'three', base: 'two' })
})
