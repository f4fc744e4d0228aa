import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type CheckpointRig,
  openCheckpointRig,
  SESSION,
  soon,
} from '../../../../test/support/rigs/checkpoint-rig.ts'

/** A command in the middle of which the app is gone. */
const cutOff = (rig: CheckpointRig, act: () => Promise<unknown>) => rig.command(act, { ends: false })
const looks = (rig: CheckpointRig) => readdir(join(rig.parent, 'looks'))

describe('what a command changed that the app did not live to see the end of', () => {
  it('is listed at the next start, for that call, and goes back only by choice', async () => {
    const rig = await openCheckpointRig()
    await rig.write('changed.txt', 'one')
    await rig.write('gone.txt', 'gone')
    await cutOff(rig, async () => {
      await rig.write('changed.txt', 'two!')
      await rig.remove('gone.txt')
      await rig.write('made/new.txt', 'new')
    })
    const risen = rig.again()
    expect(await risen.checkpoints.scanAgain(soon())).toBe(3)
    const { files } = await risen.checkpoints.files(SESSION, soon())
    expect(
      files.map(({ path, obstacle, versions }) => [
        path,
        obstacle,
        versions.map(({ callId, interrupted }) => [callId, interrupted]),
      ]),
    ).toEqual([
      ['changed.txt', 'interrupted', [['call', true]]],
      ['gone.txt', 'interrupted', [['call', true]]],
      ['made/new.txt', 'interrupted', [['call', true]]],
    ])
    expect(await risen.undo()).toEqual({
      'changed.txt': 'conflict: interrupted',
      'gone.txt': 'conflict: interrupted',
      'made/new.txt': 'conflict: interrupted',
    })
    expect(await risen.text('changed.txt')).toBe('two!')
    await risen.undo(undefined, ['changed.txt', 'gone.txt', 'made/new.txt'])
    const texts = ['changed.txt', 'gone.txt', 'made/new.txt'].map(risen.text)
    expect(await Promise.all(texts)).toEqual(['one', 'gone', null])
    await risen.redo()
    expect([await risen.text('changed.txt'), await risen.text('gone.txt')]).toEqual(['two!', null])
  })

  it('is listed once, however often the app is started, also when it dies while it lists', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.write('b.txt', 'one')
    await cutOff(rig, async () => {
      await rig.write('a.txt', 'two!')
      await rig.write('b.txt', 'two!')
    })
    const stop = new AbortController()
    const mortal = rig.again({
      rows: (rows) => ({
        ...rows,
        found: (version) => {
          stop.abort()
          return rows.found(version)
        },
      }),
    })
    await expect(mortal.checkpoints.scanAgain(stop.signal)).rejects.toThrow()
    const risen = rig.again()
    expect([await risen.checkpoints.scanAgain(soon()), await risen.checkpoints.scanAgain(soon())]).toEqual([
      1, 0,
    ])
    const { files } = await risen.checkpoints.files(SESSION, soon())
    expect(files.map(({ versions }) => versions.length)).toEqual([1, 1])
    expect(await looks(rig)).toEqual([])
  })

  it('is nothing once the command has ended, also when it was stopped', async () => {
    const rig = await openCheckpointRig()
    await rig.command(() => rig.write('a.txt', 'by the command'))
    expect([await looks(rig), await rig.again().checkpoints.scanAgain(soon())]).toEqual([[], 0])
  })

  it('leaves alone the look of a command that runs at this moment', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    const came = await rig.command(async () => {
      await rig.write('a.txt', 'two!')
      expect(await rig.checkpoints.scanAgain(soon())).toBe(0)
    })
    expect(came).toMatchObject({ looked: true, changed: 1 })
  })

  it('does not take a folder that is not there for one whose files were removed', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await cutOff(rig, () => rm(rig.root, { recursive: true }))
    expect([await rig.again().checkpoints.scanAgain(soon()), await looks(rig)]).toEqual([0, []])
  })

  it('believes no look that is damaged, and no copy that is not what it was', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await cutOff(rig, () => rig.write('a.txt', 'two!'))
    const [name = ''] = await looks(rig)
    const file = join(rig.parent, 'looks', name)
    await truncate(file, 10)
    await writeFile(`${file}.tmp`, 'half of it')
    expect([await rig.again().checkpoints.scanAgain(soon()), await looks(rig)]).toEqual([0, []])

    await rig.write('b.txt', 'one')
    await cutOff(rig, () => rig.write('b.txt', 'two!'))
    const [next = ''] = await looks(rig)
    const whole = join(rig.parent, 'looks', next)
    const { size } = await stat(whole)
    await truncate(whole, size - 1)
    const risen = rig.again()
    expect(await risen.checkpoints.scanAgain(soon())).toBe(1)
    expect(await risen.outlook()).toEqual({ 'b.txt': 'refused: not_seen' })
  })
})
