import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { openCheckpointRig, PROJECT, SESSION, soon } from '../../../test/support/rigs/checkpoint-rig.ts'

const OTHER = 'prj_00000002' as ProjectId
/** Of the same length each, and below the size from which texts are packed. */
const page = (name: string) => name.repeat(1_000).slice(0, 1_000)

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.map((name) => name.split(/[\\/]/).at(-1) ?? '').filter((name) => name.length > 2)
}

describe('the room copies take', () => {
  it('is counted once for equal contents, and per project', async () => {
    const rig = await openCheckpointRig()
    for (const name of ['a', 'b']) await rig.write(name, page('same'))
    for (const name of ['a', 'b']) await rig.agent(name, 'new')
    await rig.write('c', page('same'))
    await rig.agent('c', 'new', { projectId: OTHER })
    expect([rig.checkpoints.usage(PROJECT), rig.checkpoints.usage(OTHER).bytes]).toEqual([
      {
        projectId: PROJECT,
        bytes: 1_000,
        limit: 2 ** 31,
        contents: 1,
        released: 0,
        oldestAt: expect.any(Number),
      },
      1_000,
    ])
    expect(rig.checkpoints.usage(null)).toMatchObject({ bytes: 0, contents: 0, oldestAt: null })
    expect(await filesIn(rig.store)).toHaveLength(1)
  })

  it('stays within the limit: the oldest go first, and undo says so', async () => {
    const rig = await openCheckpointRig({ maxBytes: 2_500 })
    for (const name of ['a', 'b', 'c', 'd']) await rig.write(name, page(name))
    for (const name of ['a', 'b', 'c', 'd']) await rig.agent(name, 'new')
    expect(rig.checkpoints.usage(PROJECT)).toMatchObject({ bytes: 2_000, released: 2 })
    expect(await rig.outlook()).toEqual({
      a: 'refused: evicted',
      b: 'refused: evicted',
      c: 'restore',
      d: 'restore',
    })
    expect(await filesIn(rig.store)).toHaveLength(2)
  })

  it('does not take from one project what another still needs', async () => {
    const rig = await openCheckpointRig({ maxBytes: 1_500 })
    const other = 'ses_00000002' as SessionId
    await rig.write('a', page('shared'))
    await rig.agent('a', 'new', { projectId: OTHER, sessionId: other })
    for (const name of ['b', 'c', 'd']) await rig.write(name, name === 'b' ? page('shared') : page(name))
    for (const name of ['b', 'c', 'd']) await rig.agent(name, 'new')
    // The copy for b is there as long as the other project keeps it.
    expect(await rig.outlook()).toEqual({ b: 'restore', c: 'refused: evicted', d: 'restore' })
    const { files } = await rig.checkpoints.undo({ sessionId: other, scope: { of: 'session' } }, soon())
    expect([files[0]?.outcome, await rig.text('a')]).toEqual(['restore', page('shared')])
  })

  it('is given back when a session is forgotten, except for what another names', async () => {
    const rig = await openCheckpointRig()
    const other = 'ses_00000002' as SessionId
    for (const name of ['a', 'b']) await rig.write(name, page(name))
    await rig.agent('a', 'new')
    await rig.agent('b', 'new')
    await rig.write('c', page('a'))
    await rig.agent('c', 'new', { sessionId: other })
    rig.checkpoints.forget(SESSION)
    expect(await filesIn(rig.store)).toHaveLength(1)
    const { files } = await rig.checkpoints.undo({ sessionId: other, scope: { of: 'session' } }, soon())
    expect([files[0]?.outcome, await rig.text('c')]).toEqual(['restore', page('a')])
  })
})

describe('the sweep', () => {
  it('removes what a crash left and nothing that is named', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a', page('a'))
    await rig.agent('a', 'new')
    const stray = 'ab'.repeat(32)
    await rig.write(`../blobs/files/ab/${stray}`, 'nobody names this')
    await rig.write(`../blobs/files/ab/.${stray}.0123456789ab.tmp`, 'half of someth')
    rig.contentRows.putContent({ sha256: 'cd'.repeat(32), size: 1, stored: 1, packed: 0, kept_at: 0 })
    expect(await rig.checkpoints.sweep(soon())).toBe(2)
    expect([await filesIn(rig.store), rig.contentRows.unnamed()]).toEqual([[expect.any(String)], []])
    expect(await rig.undo()).toEqual({ a: 'restore' })
  })

  it('leaves what is being written at this moment', async () => {
    const rig = await openCheckpointRig()
    const held = await rig.contents.hold('ef'.repeat(32), Buffer.from('bytes'))
    await rig.checkpoints.sweep(soon())
    expect(await filesIn(rig.store)).toHaveLength(1)
    held.release()
    await rig.checkpoints.sweep(soon())
    expect(await filesIn(rig.store)).toEqual([])
  })
})
