import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import { createExportMany } from './export-many.ts'

const never = new AbortController().signal
const ids = ['ses_a', 'ses_b', 'ses_c'] as SessionId[]

async function open(fails: readonly string[] = []) {
  const folder = await openTempFolder('exports')
  await folder.write('Tides.md', 'mine')
  const many = createExportMany({
    fileName: () => 'Tides.md',
    write: async (id, _wanted, path) => {
      if (fails.includes(id)) throw AppError.quoting('other', `${id} cannot be written`)
      await writeFileAtomic(path, id)
      return { fileName: basename(path), messages: 1, secrets: 2, leftOut: 0, agents: 0, agentsLeft: 0 }
    },
  })
  const written: number[] = []
  const following = { written: (chats: number) => void written.push(chats), signal: never }
  const run = () => many(ids, { format: 'markdown', redact: true }, folder.path, following)
  return { path: folder.path, written, run }
}

it('writes chats of the same title beside each other and replaces nothing', async () => {
  const { run, path } = await open()
  expect(await run()).toEqual({ folder: basename(path), count: 3, failed: 0, secrets: 6 })
  expect(await readdir(path)).toEqual(['Tides 2.md', 'Tides 3.md', 'Tides 4.md', 'Tides.md'])
})

it('counts the chats that cannot be written, and fails when none can', async () => {
  expect(await (await open(['ses_b'])).run()).toMatchObject({ count: 2, failed: 1 })
  await expect((await open(ids)).run()).rejects.toThrow('ses_a cannot be written')
})
