import { describe, expect, it } from 'vitest'
import { EventId } from '#shared/ids.ts'
import { openCheckpointRig, PROJECT, RUN, SESSION, soon } from '../../../test/support/rigs/checkpoint-rig.ts'

const begun = EventId.parse('evt_00000009')
const WHOLE = { of: 'session' } as const

describe('the list of changed files', () => {
  it('says by which run, how many lines, and what has been taken back', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two', {}, { added: 3, removed: 1 })
    await rig.agent('b.txt', 'b')
    await rig.undo({ of: 'session' })
    const { files, runs } = await rig.checkpoints.files(SESSION, soon())
    expect(files.map(({ path, versions }) => [path, versions])).toMatchObject([
      ['a.txt', [{ forRun: RUN, undone: true, kept: true, lines: { added: 3, removed: 1 } }]],
      ['b.txt', [{ forRun: RUN, undone: true, kept: true, lines: null, did: 'created' }]],
    ])
    expect(runs.map(({ runId }) => runId)).toEqual([RUN])
  })

  it('marks what somebody else has changed since', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.agent('b.txt', 'two')
    const obstacles = async () =>
      (await rig.checkpoints.files(SESSION, soon())).files.map(({ path, obstacle }) => [path, obstacle])
    expect(await obstacles()).toEqual([
      ['a.txt', null],
      ['b.txt', null],
    ])
    await rig.write('a.txt', 'mine')
    await rig.remove('b.txt')
    expect(await obstacles()).toEqual([
      ['a.txt', 'changed'],
      ['b.txt', null],
    ])
  })

  it('is told to be another one after each change, and after undo', async () => {
    const rig = await openCheckpointRig()
    await rig.agent('a.txt', 'two')
    expect(rig.changes).toEqual([PROJECT])
    await rig.undo()
    expect(rig.changes).toEqual([PROJECT, PROJECT])
  })

  it('says which files were still to be put back when the app ended', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.agent('b.txt', 'b')
    const [a, b] = [await rig.fileId('a.txt'), await rig.fileId('b.txt')]
    await rig.checkpoints.undo({ sessionId: SESSION, scope: WHOLE, files: [b] }, soon())
    const files = [
      { file: a, path: 'a.txt' },
      { file: b, path: 'b.txt' },
    ]
    const risen = rig.again({
      begun: { begun, because: 'rewind', direction: 'undo', scope: WHOLE, files },
    })
    const { unfinished } = await risen.checkpoints.files(SESSION, soon())
    expect(unfinished?.files.map(({ path, done }) => [path, done])).toEqual([
      ['a.txt', false],
      ['b.txt', true],
    ])
  })
})

describe('a look at one file', () => {
  it('shows what the agents made of it, over all of their changes', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'and two')
    await rig.agent('a.txt', 'and two and three')
    const look = async () =>
      rig.checkpoints.look({ sessionId: SESSION, scope: WHOLE, file: await rig.fileId('a.txt') }, soon())
    expect(await look()).toMatchObject({
      did: { kind: 'diff', diff: { removed: 3, added: 17 } },
      since: null,
      obstacle: null,
    })
    await rig.undo()
    expect(await look()).toMatchObject({ did: { kind: 'diff' }, since: null, obstacle: null })
  })

  it('shows what others made of it since, from what the agent left, when the log can tell that', async () => {
    const left = Buffer.from('two\r\n')
    const rig = await openCheckpointRig({ rebuilt: () => [Buffer.from('two'), left] })
    await rig.write('a.txt', 'one\r\n')
    await rig.agent('a.txt', left)
    await rig.write('a.txt', 'mine and more')
    const file = await rig.fileId('a.txt')
    expect(await rig.checkpoints.look({ sessionId: SESSION, scope: WHOLE, file }, soon())).toMatchObject({
      did: { kind: 'diff', diff: { removed: 5, added: 5 } },
      since: { kind: 'diff', diff: { removed: 5, added: 13 } },
      obstacle: 'changed',
    })
  })

  it('does not guess what an agent left', async () => {
    const rig = await openCheckpointRig({ rebuilt: () => [Buffer.from('something else')] })
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.write('a.txt', 'mine')
    const file = await rig.fileId('a.txt')
    const unknown = { kind: 'none', because: 'unavailable' }
    expect(await rig.checkpoints.look({ sessionId: SESSION, scope: WHOLE, file }, soon())).toMatchObject({
      did: unknown,
      since: unknown,
      obstacle: 'changed',
    })
  })
})
