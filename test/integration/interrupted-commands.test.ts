import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { callScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats({
  respond: () =>
    callScript([{ name: 'bash', args: { command: 'echo two > a.txt; echo new > b.txt; sleep 60' } }]),
})
const SOON = { timeout: 10_000 }

/** A chat in the middle of a command that has changed files and goes on. */
async function atWork() {
  await writeFile(story.file('a.txt'), 'one\n')
  const chats = await story.start(modelTable('model', story.server().baseUrl))
  const sessionId = await chats.ask('Run it.')
  await expect.poll(() => existsSync(story.file('b.txt')), SOON).toBe(true)
  return { chats, sessionId }
}
const listed = async ({ handlers, caller }: Chats, sessionId: SessionId) =>
  (await handlers['checkpoint.files']({ sessionId }, caller)).files.map(({ path, obstacle, versions }) => [
    ...[path, obstacle, versions.map(({ did }) => did), versions.every(({ interrupted }) => interrupted)],
  ])
const preview = async ({ handlers, caller }: Chats, sessionId: SessionId) =>
  (
    await handlers['checkpoint.preview']({ sessionId, scope: { of: 'session' }, direction: 'undo' }, caller)
  ).files.map(({ path, outcome }) => [path, outcome])

describe.skipIf(process.platform === 'win32')('a command that is cut off', { timeout: 40_000 }, () => {
  it('by quitting has its changes listed as any other, and nothing is left to look at again', async () => {
    const { chats, sessionId } = await atWork()
    await story.end(chats)
    expect(await readdir(join(story.home(), 'data', 'looks'))).toEqual([])
    const again = await story.start(modelTable('model', story.server().baseUrl))
    expect(await listed(again, sessionId)).toEqual([
      ['a.txt', null, ['changed'], false],
      ['b.txt', null, ['created'], false],
    ])
  })

  it('by the end of the app has them found at the next start, and what was saved meanwhile is not taken back unasked', async () => {
    const { sessionId } = await atWork()
    const again = await story.afterCrash(() => writeFile(story.file('mine.txt'), 'my own words\n'))
    await expect
      .poll(() => listed(again, sessionId), SOON)
      .toEqual([
        ['a.txt', 'interrupted', ['changed'], true],
        ['b.txt', 'interrupted', ['created'], true],
        ['mine.txt', 'interrupted', ['created'], true],
      ])
    expect(await preview(again, sessionId)).toEqual([
      ['a.txt', 'conflict'],
      ['b.txt', 'conflict'],
      ['mine.txt', 'conflict'],
    ])
    expect(await readFile(story.file('mine.txt'), 'utf8')).toBe('my own words\n')
  })
})
