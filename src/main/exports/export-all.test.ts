import { mkdir, readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import { createExportAll } from './export-all.ts'
import { createExportMany } from './export-many.ts'

const NOW = Date.UTC(2026, 10, 28)

async function open(chats: readonly string[]) {
  const folder = await openTempFolder('export all')
  await mkdir(folder.at('disk'))
  const noted: string[] = []
  const redacted: boolean[] = []
  const exportAll = createExportAll({
    exportMany: createExportMany({
      fileName: () => 'New chat.jsonl',
      write: async (id, { redact }, path) => {
        if (id.startsWith('bad')) throw AppError.quoting('other', `${id} cannot be written`)
        redacted.push(redact)
        await writeFileAtomic(path, id)
        return { fileName: basename(path), messages: 1, secrets: 1, leftOut: 0, agents: 0, agentsLeft: 0 }
      },
    }),
    chats: () => chats as SessionId[],
    noteFolder: async (path) => void noted.push(path),
    pid: 7,
    now: () => NOW,
  })
  const stop = new AbortController()
  const told: string[] = []
  const run = (report?: () => void, target = folder.at('disk')) =>
    exportAll('jsonl', target, {
      report: ({ done, total }) => {
        told.push(`${done}/${total}`)
        report?.()
      },
      signal: stop.signal,
    })
  return { folder, noted, redacted, stop, told, run }
}

it('writes every chat into a new folder of the day, with secrets hidden, and tells how far it is', async () => {
  const { folder, noted, redacted, told, run } = await open(['a', 'bad', 'c'])
  const made = folder.at('disk/orrery-chats-2026-11-28')
  expect(await run()).toEqual({ folder: made, count: 2, failed: 1, secrets: 2 })
  expect(await readdir(made)).toEqual(['New chat 2.jsonl', 'New chat.jsonl'])
  expect([noted, redacted, told]).toEqual([[folder.at('disk')], [true, true], ['0/3', '1/3', '2/3']])
  expect((await run()).folder).toBe(`${made}-2`)
})

it('leaves nothing when it is stopped, when no chat can be written, or when the folder is gone', async () => {
  const { folder, stop, run } = await open(['a', 'b'])
  await expect(run(() => stop.abort())).rejects.toThrow()
  expect(await readdir(folder.at('disk'))).toEqual([])
  const bad = await open(['bad'])
  await expect(bad.run()).rejects.toThrow('bad cannot be written')
  expect(await readdir(bad.folder.at('disk'))).toEqual([])
  await expect(run(undefined, folder.at('gone'))).rejects.toThrow('gone')
})

it('gives a home without chats an empty folder', async () => {
  const { folder, run } = await open([])
  expect(await run()).toMatchObject({ count: 0, failed: 0 })
  expect(await readdir(folder.at('disk'))).toEqual(['orrery-chats-2026-11-28'])
})
