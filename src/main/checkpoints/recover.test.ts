import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type CheckpointRig, openCheckpointRig, soon } from '../../../test/support/rigs/checkpoint-rig.ts'
import { createKiller } from '../../../test/support/stories/killer.ts'

type Story = {
  readonly prepare: (rig: CheckpointRig) => Promise<void>
  readonly act: (mortal: ReturnType<CheckpointRig['again']>) => Promise<unknown>
  readonly check: (rig: CheckpointRig) => Promise<void>
  /** Actions of the person before the app is restarted. */
  readonly meanwhile?: (rig: CheckpointRig) => Promise<void>
}

/** Tells the story again and again, with the app dying one step later each time, until it lives to the end. */
async function atEveryStep({ prepare, act, check, meanwhile }: Story): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    const rig = await openCheckpointRig()
    await prepare(rig)
    const killer = createKiller()
    const mortal = rig.again({ disk: killer.around, rows: killer.around })
    killer.after(steps)
    await act(mortal).catch((error: unknown) => {
      if (!killer.isDead()) throw error
    })
    await meanwhile?.(rig)
    const risen = rig.again()
    await risen.checkpoints.recover(soon())
    await risen.checkpoints.sweep(soon())
    await check(risen)
    expect([risen.rows.restores(), risen.rows.begun()]).toEqual([[], []])
    const names = await readdir(rig.root, { recursive: true })
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
    if (!killer.isDead()) return steps
  }
}

const either = (texts: readonly (string | null)[], text: string | null) => expect(texts).toContain(text)

describe('after the app died at any step', () => {
  it('an undo has happened or has not, and can be gone on with either way', async () => {
    const steps = await atEveryStep({
      prepare: async (rig) => {
        await rig.write('a.txt', 'one')
        await rig.agent('a.txt', 'two')
        await rig.agent('d/b.txt', 'new')
      },
      act: (mortal) => mortal.undo(),
      check: async (rig) => {
        either(['one', 'two'], await rig.text('a.txt'))
        either([null, 'new'], await rig.text('d/b.txt'))
        await rig.undo()
        expect([await rig.text('a.txt'), await readdir(rig.root)]).toEqual(['one', ['a.txt']])
        await rig.redo()
        expect([await rig.text('a.txt'), await rig.text('d/b.txt')]).toEqual(['two', 'new'])
      },
    })
    expect(steps).toBeGreaterThan(15)
  })

  it('what a chosen overwrite replaced can be had back, also when the file was changed once more meanwhile', async () => {
    await atEveryStep({
      prepare: async (rig) => {
        await rig.write('a.txt', 'one')
        await rig.agent('a.txt', 'two')
        await rig.write('a.txt', 'mine')
      },
      act: (mortal) => mortal.undo(undefined, ['a.txt']),
      // Over their own words they may write; over those the app put back they may too, and lose nothing by it.
      meanwhile: async (rig) => {
        if ((await rig.text('a.txt')) === 'one') await rig.write('a.txt', 'mine too')
      },
      check: async (rig) => {
        if ((await rig.text('a.txt')) === 'mine') return
        expect(await rig.text('a.txt')).toBe('mine too')
        expect(await rig.redo()).toEqual({ 'a.txt': 'conflict: changed' })
        await rig.redo(undefined, ['a.txt'])
        expect(await rig.text('a.txt')).toBe('mine')
      },
    })
  })

  it('a change of an agent counts when the file has it, and else does not', async () => {
    await atEveryStep({
      prepare: (rig) => rig.write('a.txt', 'one'),
      act: (mortal) => mortal.agent('a.txt', 'two'),
      check: async (rig) => {
        const text = await rig.text('a.txt')
        either(['one', 'two'], text)
        expect(await rig.outlook()).toEqual(text === 'two' ? { 'a.txt': 'restore' } : {})
      },
    })
  })
})

it('keeps everybody from a file until it is settled', async () => {
  const rig = await openCheckpointRig()
  await rig.write('a.txt', 'one')
  const killer = createKiller()
  const mortal = rig.again({ rows: killer.around })
  killer.after(2)
  await mortal.agent('a.txt', 'two')
  const order: string[] = []
  const risen = rig.again()
  const recovery = risen.checkpoints.recover(soon()).then(() => void order.push('settled'))
  const change = risen.agent('a.txt', 'three').then(() => void order.push('changed'))
  await Promise.all([recovery, change])
  expect([order, await risen.undo(), await rig.text('a.txt')]).toEqual([
    ['settled', 'changed'],
    { 'a.txt': 'restore' },
    'one',
  ])
})
