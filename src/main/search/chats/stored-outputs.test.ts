import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { BlobId, CallId } from '#shared/ids.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { openSearchRig } from '../../../../test/support/rigs/knowledge/search-rig.ts'
import { CHATS } from './chat-question.ts'

it('finds what was left out of a long output, and once that is gone what the model was told of it', async () => {
  const { path: folder } = await openTempFolder('outputs')
  const rig = openSearchRig(folder)
  const chat = rig.chat('Long')
  const sha256 = 'a'.repeat(64)
  mkdirSync(join(folder, 'blobs', 'aa'), { recursive: true })
  writeFileSync(join(folder, 'blobs', 'aa', sha256), `first\n${'sand\n'.repeat(9_000)}a nautilus\nlast`)
  rig.log.db
    .prepare('INSERT INTO blobs (id, sha256, mime, size, created_at) VALUES (?, ?, ?, ?, ?)')
    .run('blb_00000001', sha256, 'text/plain', 45_000, 1)
  const outputBlob = 'blb_00000001' as BlobId
  const tool = { callId: 'c1' as CallId, name: 'bash', isError: false, durationMs: 3, outputBlob }
  rig.say(chat, { role: 'tool', parts: [{ t: 'text', text: 'first … last' }], tool })
  const [hit] = rig.ask().sessions('nautilus').hits
  expect(hit?.snippet.text).toContain('sand a nautilus')
  expect(rig.ask().inChat(chat.id, 'a nautilus').hits).toHaveLength(1)
  rmSync(join(folder, 'blobs'), { recursive: true })
  expect(rig.ask().inChat(chat.id, 'a nautilus').hits).toEqual([])
  const anew = rig.rebuilt()
  expect([anew.sessions('nautilus').hits, anew.sessions('first').hits.length]).toEqual([[], 1])
  anew.close()
  rig.close()
})

/** A chat with one stored output, which is as long as it is said to be. */
async function withOutput(text: string) {
  const { path: folder } = await openTempFolder('outputs')
  const rig = openSearchRig(folder)
  const chat = rig.chat('Long')
  const sha256 = 'a'.repeat(64)
  mkdirSync(join(folder, 'blobs', 'aa'), { recursive: true })
  writeFileSync(join(folder, 'blobs', 'aa', sha256), text)
  rig.log.db
    .prepare('INSERT INTO blobs (id, sha256, mime, size, created_at) VALUES (?, ?, ?, ?, ?)')
    .run('blb_00000001', sha256, 'text/plain', text.length, 1)
  const outputBlob = 'blb_00000001' as BlobId
  const tool = { callId: 'c1' as CallId, name: 'bash', isError: false, durationMs: 3, outputBlob }
  const eventId = rig.say(chat, { role: 'tool', parts: [{ t: 'text', text: 'first … last' }], tool })
  return { rig, folder, chat, eventId }
}

it('finds a word at the end of 3 MB, once however often it stands there, and leads to its event', async () => {
  const text = `${'grains of sand\n'.repeat(200_000)}a nautilus at the very end`
  const { rig, chat, eventId } = await withOutput(text)
  const { hits } = rig.ask().sessions('nautilus')
  expect(hits.map((hit) => [hit.eventId, hit.snippet.text])).toEqual([
    [eventId, expect.stringContaining('a nautilus at the very end')],
  ])
  expect(
    rig
      .ask()
      .sessions('grains')
      .hits.map((hit) => hit.eventId),
  ).toEqual([eventId])
  expect(rig.ask().sessions('autil').hits).toHaveLength(1)
  expect(rig.ask().inChat(chat.id, 'very end').hits).toEqual([
    { eventId, kind: 'tool', elsewhere: false, count: 1 },
  ])
  expect(rig.ask().inChat(chat.id, 'of sand').hits).toHaveLength(1)
  rig.close()
})

it('finds what lies on the edge of two pieces, in any writing', async () => {
  const { rig, chat } = await withOutput(
    `${'x'.repeat(199_990)} an edge 鹦鹉螺在这里 ${'y'.repeat(300_000)} 海 end`,
  )
  for (const asked of ['an edge', '鹦鹉螺', '螺在这里', 'an edge 鹦鹉螺在这里'])
    expect(rig.ask().inChat(chat.id, asked).hits).toHaveLength(1)
  expect(rig.ask().sessions('鹦鹉螺').hits).toHaveLength(1)
  rig.close()
})

it('goes on with the next piece when it was ended in the middle of an output', async () => {
  const { rig } = await withOutput(`${'grains of sand\n'.repeat(100_000)}a nautilus`)
  for (let ended = 0; ended < 6; ended += 1) rig.reopen().step()
  expect(rig.ask().sessions('nautilus').hits).toHaveLength(1)
  expect(
    rig.index().ask(CHATS, { t: 'sessions', query: { query: 'grains', offset: 0, limit: 50 } }),
  ).toMatchObject({
    hits: [expect.anything()],
    behind: 0,
  })
  rig.close()
})

it('does not write all of an output at once, so that a question comes in between', async () => {
  const { rig } = await withOutput('grains of sand\n'.repeat(400_000))
  let steps = 0
  while (rig.index().step()) steps += 1
  // The number of its thirty chunks per step depends on the machine; never all.
  expect(steps).toBeGreaterThan(1)
  rig.close()
})
