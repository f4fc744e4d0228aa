import { chmod, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { EventId, type RunId, type SessionId } from '#shared/ids.ts'
import { openCheckpointRig, RUN, SESSION, soon } from '../../../test/support/rigs/checkpoint-rig.ts'

const isWindows = process.platform === 'win32'
const OTHER_RUN = 'run_00000002' as RunId
const eventId = EventId.parse('evt_00000001')

describe('undoing what an agent did', () => {
  it('puts back what a file held, and makes the change again', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.agent('a.txt', 'three')

    expect(await rig.outlook()).toEqual({ 'a.txt': 'restore' })
    expect(await rig.undo()).toEqual({ 'a.txt': 'restore' })
    expect([await rig.text('a.txt'), await rig.outlook()]).toEqual(['one', {}])
    expect(await rig.redo()).toEqual({ 'a.txt': 'restore' })
    expect([await rig.text('a.txt'), await rig.outlook(undefined, 'redo')]).toEqual(['three', {}])
  })

  it('removes a file the agent made, with the folders made for it, and brings them back', async () => {
    const rig = await openCheckpointRig()
    await rig.agent('src/new/a.txt', 'a')
    await rig.agent('src/new/b.txt', 'b')
    await rig.agent('src/new/a.txt', 'a 2')

    expect(await rig.undo()).toEqual({ 'src/new/a.txt': 'delete', 'src/new/b.txt': 'delete' })
    expect(await readdir(rig.root)).toEqual([])
    expect(await rig.redo()).toEqual({ 'src/new/a.txt': 'create', 'src/new/b.txt': 'create' })
    expect([await rig.text('src/new/a.txt'), await rig.text('src/new/b.txt')]).toEqual(['a 2', 'b'])
  })

  it('never removes a folder that has something else in it', async () => {
    const rig = await openCheckpointRig()
    await rig.agent('src/new/a.txt', 'a')
    await rig.write('src/new/mine.txt', 'mine')
    await rig.undo()
    expect([await rig.text('src/new/a.txt'), await rig.text('src/new/mine.txt')]).toEqual([null, 'mine'])
  })

  it('keeps every byte and the permissions, also of a large text that is packed', async () => {
    const rig = await openCheckpointRig()
    const bytes = Buffer.concat([Buffer.from('ÿþ中文\r\n'.repeat(20_000)), Buffer.from([0xff, 0x80])])
    await rig.write('a.txt', bytes, 0o754)
    await rig.agent('a.txt', 'short')
    await rig.undo()
    expect(await rig.text('a.txt')).toBe(bytes.toString('utf8'))
    if (!isWindows) expect(await rig.mode('a.txt')).toBe(0o754)
    expect(rig.checkpoints.usage(rig.rows.inSession(SESSION)[0]?.projectId ?? null).bytes).toBeLessThan(
      20_000,
    )
  })

  it.skipIf(isWindows)('leaves alone the permissions somebody has set since', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.sh', 'one', 0o644)
    await rig.agent('a.sh', 'two')
    await chmod(rig.at('a.sh'), 0o755)
    await rig.undo()
    expect([await rig.text('a.sh'), await rig.mode('a.sh')]).toEqual(['one', 0o755])
  })

  it('says nothing is to be done for a file that is as it was already', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.write('a.txt', 'one')
    expect(await rig.undo()).toEqual({ 'a.txt': 'unchanged' })
    expect(await rig.outlook()).toEqual({})
  })

  it('does not count a change that was never made', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'one')
    expect([await rig.outlook(), await rig.stored()]).toEqual([{}, []])
  })
})

describe('a file somebody else has changed since', () => {
  it('is left alone until the person chooses to overwrite it, and can be had back', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.write('a.txt', 'mine')

    expect(await rig.undo()).toEqual({ 'a.txt': 'conflict: changed' })
    expect(await rig.text('a.txt')).toBe('mine')
    expect(await rig.undo(undefined, ['a.txt'])).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('one')
    expect(await rig.redo()).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('mine')
  })

  it('is not overwritten when it changed again after the person looked', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.write('a.txt', 'mine')
    const [seen] = await rig.preview()
    await rig.write('a.txt', 'mine again')
    const force = seen === undefined ? [] : [{ file: seen.file, seen: seen.seen }]
    const { files } = await rig.checkpoints.undo(
      { sessionId: SESSION, scope: { of: 'session' }, force },
      soon(),
    )
    expect([files[0]?.outcome, await rig.text('a.txt')]).toEqual(['conflict', 'mine again'])
  })

  it('is not overwritten in passing, between two changes of the agent', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two', { callId: 'first' })
    await rig.write('a.txt', 'mine')
    await rig.agent('a.txt', 'three', { callId: 'second' })

    expect(await rig.undo()).toEqual({ 'a.txt': 'conflict: between' })
    rig.places.set(eventId, { seq: 9, runId: RUN, calls: ['second'] })
    expect(await rig.undo({ of: 'turn', eventId })).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('mine')
    expect(await rig.redo()).toEqual({ 'a.txt': 'restore' })
    expect(await rig.undo(undefined, ['a.txt'])).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('one')
    expect(await rig.redo()).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('three')
  })

  it('keeps what a forced redo overwrote as a version of its own', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.undo()
    await rig.write('a.txt', 'mine')
    expect(await rig.redo()).toEqual({ 'a.txt': 'conflict: changed' })
    expect(await rig.redo(undefined, ['a.txt'])).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('two')
    const { files } = await rig.checkpoints.files(SESSION, soon())
    const kept = files[0]?.versions.find(({ kind }) => kind === 'kept')
    if (kept === undefined) throw new Error('Nothing was put aside.')
    expect(await rig.undo({ of: 'kept', versionId: kept.id })).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('mine')
  })

  it('comes back when it was deleted and the person wants it, and a new one is not overwritten', async () => {
    const rig = await openCheckpointRig()
    await rig.write('old/a.txt', 'one')
    await rig.agent('old/a.txt', 'two')
    await rig.agent('b.txt', 'new')
    await rig.remove('old')
    await rig.undo()
    expect(await rig.outlook()).toEqual({ 'old/a.txt': 'conflict: deleted' })
    expect(await rig.undo(undefined, ['old/a.txt'])).toEqual({ 'old/a.txt': 'create' })
    expect(await rig.text('old/a.txt')).toBe('one')
    await rig.write('b.txt', 'mine')
    expect(await rig.outlook(undefined, 'redo')).toEqual({
      'b.txt': 'conflict: appeared',
      'old/a.txt': 'delete',
    })
  })

  it('says when it was an agent that has changed it later', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    await rig.agent('a.txt', 'three', { runId: OTHER_RUN })
    expect(await rig.undo({ of: 'run', runId: RUN })).toEqual({ 'a.txt': 'conflict: later' })
  })
})

describe('redo', () => {
  it('begins with what was undone last, and leaves out what an agent has done anew', async () => {
    const rig = await openCheckpointRig()
    await rig.agent('a.txt', 'first try')
    await rig.undo()
    await rig.agent('a.txt', 'second try')
    await rig.undo()
    expect(await rig.redo()).toEqual({ 'a.txt': 'create' })
    expect(await rig.text('a.txt')).toBe('second try')
  })

  it('goes through steps that were undone one by one', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', '0')
    for (const name of ['1', '2', '3']) await rig.agent('a.txt', name, { callId: name })
    for (const name of ['3', '2', '1']) {
      rig.places.set(eventId, { seq: 0, runId: RUN, calls: [name] })
      await rig.undo({ of: 'turn', eventId })
    }
    expect(await rig.text('a.txt')).toBe('0')
    expect(await rig.redo({ of: 'turn', eventId })).toEqual({ 'a.txt': 'restore' })
    expect(await rig.text('a.txt')).toBe('1')
    await rig.redo()
    expect(await rig.text('a.txt')).toBe('3')
  })
})

describe('what undo reaches', () => {
  it('is a run, a turn, everything after a message, or single files', async () => {
    const rig = await openCheckpointRig()
    await rig.agent('a.txt', 'a', { callId: '1', seq: 3 })
    await rig.agent('b.txt', 'b', { callId: '2', seq: 5 })
    await rig.agent('c.txt', 'c', { callId: '1', seq: 9, runId: OTHER_RUN })

    expect(Object.keys(await rig.outlook({ of: 'run', runId: RUN }))).toEqual(['a.txt', 'b.txt'])
    rig.places.set(eventId, { seq: 5, runId: RUN, calls: ['1'] })
    expect(Object.keys(await rig.outlook({ of: 'turn', eventId }))).toEqual(['a.txt'])
    expect(Object.keys(await rig.outlook({ of: 'after', eventId }))).toEqual(['b.txt', 'c.txt'])
    const files = [await rig.fileId('c.txt')]
    await rig.checkpoints.undo({ sessionId: SESSION, scope: { of: 'session' }, files }, soon())
    expect([await rig.text('a.txt'), await rig.text('c.txt')]).toEqual(['a', null])
    await expect(rig.outlook({ of: 'turn', eventId: EventId.parse('evt_00000002') })).rejects.toThrow(
      'no longer part of this chat',
    )
  })

  it('is also what agents did in sessions of their own', async () => {
    const rig = await openCheckpointRig()
    const child = 'ses_00000002' as SessionId
    const reach = [{ sessionId: SESSION, runId: RUN, callId: null, seq: 4 }]
    await rig.agent('a.txt', 'a', { sessionId: child, runId: OTHER_RUN, reach })
    expect(await rig.undo({ of: 'run', runId: RUN })).toEqual({ 'a.txt': 'delete' })
    await rig.redo()
    rig.checkpoints.forget(SESSION)
    expect(rig.rows.inSession(child)).toHaveLength(1)
    rig.checkpoints.forget(child)
    expect(await rig.checkpoints.files(child, soon())).toMatchObject({ files: [] })
  })
})
