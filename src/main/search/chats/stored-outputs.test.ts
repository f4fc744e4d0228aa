import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { BlobId, CallId } from '#shared/ids.ts'
import { openSearchRig } from '../../../../test/support/search-rig.ts'
import { openTempFolder } from '../../../../test/support/temp-folder.ts'

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
