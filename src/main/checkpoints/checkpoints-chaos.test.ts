import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CheckpointScope } from '#shared/checkpoint/checkpoint.ts'
import { EventId, type RunId } from '#shared/ids.ts'
import {
  type CheckpointRig,
  openCheckpointRig,
  SESSION,
  soon,
} from '../../../test/support/rigs/checkpoint-rig.ts'
import { createKiller } from '../../../test/support/stories/killer.ts'
import { keptHashes } from './rows.ts'
import { hashOf } from './version.ts'

const FILES = ['a.txt', 'd/b.txt', 'd/e/c.txt']
const RUNS = ['run_00000001', 'run_00000002'] as RunId[]
const eventId = EventId.parse('evt_00000001')

type Death = { after: number; meddle: string | null } | null
type Step =
  | { do: 'agent'; file: string; run: number }
  | { do: 'person'; file: string; what: 'write' | 'remove' | 'repeat' }
  | { do: 'undo' | 'redo'; scope: 'session' | 'run' | 'after' | 'turn'; pick: number; force: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('agent' as const),
      file: fc.constantFrom(...FILES),
      run: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('person' as const),
      file: fc.constantFrom(...FILES),
      what: fc.constantFrom('write' as const, 'remove' as const, 'repeat' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('undo' as const, 'redo' as const),
      scope: fc.constantFrom('session' as const, 'run' as const, 'after' as const, 'turn' as const),
      pick: fc.nat(20),
      force: fc.boolean(),
    }),
  },
)
/** Each step, after how many effects the app dies in it, if it does, and which file the person changes before it is started again. */
const death = fc.option(fc.record({ after: fc.nat(30), meddle: fc.option(fc.constantFrom(...FILES)) }), {
  freq: 2,
})
const story = fc.array(fc.tuple(step, death), { minLength: 1, maxLength: 14 })

it('loses no word of the person, whatever happens and whenever the app dies', {
  timeout: 120_000,
}, async () => {
  await fc.assert(fc.asyncProperty(story, play), { numRuns: 120, examples: [[LOST_ONCE]] })
})

/** The app dies while it makes again what was undone by force, and the person writes the file before it starts again. */
const LOST_ONCE: (readonly [Step, Death])[] = [
  [{ do: 'agent', file: 'd/b.txt', run: 0 }, null],
  [{ do: 'person', file: 'd/b.txt', what: 'write' }, null],
  [{ do: 'undo', scope: 'session', pick: 0, force: true }, null],
  [
    { do: 'redo', scope: 'session', pick: 0, force: false },
    { after: 6, meddle: 'd/b.txt' },
  ],
]

async function play(steps: readonly (readonly [Step, Death])[]): Promise<void> {
  const world = await begin()
  for (const [next, death] of steps) {
    const before = await world.disk()
    const calm = await outlooks(world.rig)
    if (next.do === 'person') await world.person(next.file, next.what)
    else {
      await world.act(next, death)
      if (!death?.meddle) await checkDisk(world, { before, calm, next })
    }
    await world.nothingIsLost()
    expect([world.rig.rows.restores(), world.rig.rows.begun()]).toEqual([[], []])
  }
}

type Moment = { readonly before: Disk; readonly calm: Outlooks; readonly next: Step }

/** A file is changed by choice only, and one that was clear to undo or redo never becomes a conflict by a crash. */
async function checkDisk(world: World, { before, calm, next }: Moment): Promise<void> {
  if (next.do !== 'undo' && next.do !== 'redo') return
  const after = await world.disk()
  for (const file of FILES) {
    if (before[file] !== after[file] && !next.force) expect(world.isForeign(before[file])).toBe(false)
  }
  if (next.force || next.scope !== 'session') return
  const later = await outlooks(world.rig)
  for (const file of FILES) {
    const was = calm[next.do][file]
    if (was === undefined || was.includes(':')) continue
    if (next.do === 'redo') {
      // Later changes may block undo: a repeated change, or content overwritten by a forced undo.
      const left = later.redo[file]
      expect(left === undefined || !left.includes(':') || before[file] !== after[file]).toBe(true)
      continue
    }
    const now = [later.undo[file], later.redo[file]].filter((word) => word !== undefined)
    expect(now.some((word) => !word.includes(':'))).toBe(true)
  }
}

type Outlooks = Record<'undo' | 'redo', Record<string, string>>
const outlooks = async (rig: CheckpointRig): Promise<Outlooks> => ({
  undo: await rig.outlook(undefined, 'undo'),
  redo: await rig.outlook(undefined, 'redo'),
})
type Disk = Record<string, string | null>
type World = Awaited<ReturnType<typeof begin>>

async function begin() {
  let rig = await openCheckpointRig()
  let count = 0
  /** Content the person wrote and has neither removed nor replaced. */
  const precious = new Set<string>()
  const disk = async (): Promise<Disk> =>
    Object.fromEntries(await Promise.all(FILES.map(async (file) => [file, await rig.text(file)])))
  const forgo = async (file: string) => {
    const text = await rig.text(file)
    if (text !== null) precious.delete(text)
  }

  const restart = async () => {
    rig = rig.again()
    await rig.checkpoints.recover(soon())
    await rig.checkpoints.sweep(soon())
    const names = await readdir(rig.root, { recursive: true })
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
  }

  const person = async (file: string, what: 'write' | 'remove' | 'repeat') => {
    count += 1
    await forgo(file)
    if (what === 'remove') return rig.remove(file)
    const text = what === 'write' ? `person ${count}` : 'person again and again'
    await rig.write(file, text)
    precious.add(text)
  }

  const act = async (next: Exclude<Step, { do: 'person' }>, death: Death) => {
    count += 1
    const killer = createKiller()
    const mortal = rig.again({
      disk: (plain) => ({
        ...killer.around(plain),
        writeDraft: async (draft, bytes, mode) => {
          await plain.writeDraft(draft, bytes.subarray(0, bytes.length / 2), mode)
          killer.step()
          await plain.removeDraft(draft)
          await plain.writeDraft(draft, bytes, mode)
        },
      }),
      rows: killer.around,
    })
    const pick = next.do === 'agent' ? 0 : next.pick
    for (const { places } of [rig, mortal])
      places.set(eventId, { seq: pick, runId: RUNS[0] ?? null, calls: [`call ${pick}`] })
    if (next.do === 'agent') {
      if (death !== null) killer.after(death.after)
      const run = RUNS[next.run] ?? RUNS[0]
      const who = { callId: `call ${count}`, seq: count, ...(run === undefined ? {} : { runId: run }) }
      await survive(killer, mortal.agent(next.file, `agent ${count}`, who))
    } else {
      const { force, of } = { force: next.force ? FILES : [], of: scopeOf(next) }
      const asked = { sessionId: SESSION, scope: of }
      const chosen = (await rig.preview(of, next.do)).filter(({ path }) => force.includes(path))
      if (death !== null) killer.after(death.after)
      const work = mortal.checkpoints[next.do](
        { ...asked, force: chosen.map(({ file, seen }) => ({ file, seen })) },
        soon(),
      )
      await survive(killer, work)
    }
    if (!killer.isDead()) return
    if (death?.meddle) await person(death.meddle, 'write')
    await restart()
  }

  return {
    get rig() {
      return rig
    },
    disk,
    act,
    isForeign: (text: string | null | undefined) =>
      text?.startsWith('person') === true && precious.has(text) && !restored(rig, text),
    person,
    /** Every word of the person stands in a file or can be had back. */
    nothingIsLost: async () => {
      const standing = new Set(Object.values(await disk()))
      const kept = new Set(rig.rows.inSession(SESSION).flatMap(keptHashes))
      for (const text of precious) {
        if (standing.has(text)) continue
        const hash = createHash('sha256').update(text).digest('hex')
        expect([text, kept.has(hash)]).toEqual([text, true])
        expect((await rig.contents.read(hash))?.toString()).toBe(text)
      }
    },
  }
}

/** True for words the person wrote that the app has put back since: those it may take away again. */
function restored(rig: CheckpointRig, text: string): boolean {
  const hash = createHash('sha256').update(text).digest('hex')
  return rig.rows.inSession(SESSION).some(({ before }) => hashOf(before) === hash)
}

function scopeOf(next: Extract<Step, { do: 'undo' | 'redo' }>): CheckpointScope {
  if (next.scope === 'session') return { of: 'session' }
  const runId = RUNS[next.pick % 2]
  if (next.scope === 'run' && runId !== undefined) return { of: 'run', runId }
  return { of: next.scope === 'after' ? 'after' : 'turn', eventId }
}

/** Errors of a killed app do not matter. */
async function survive(killer: ReturnType<typeof createKiller>, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!killer.isDead()) throw error
  }
}

it('makes again exactly what was undone, byte for byte', { timeout: 60_000 }, async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 50 }),
    fc.uint8Array({ minLength: 5_000, maxLength: 9_000 }),
  )
  const change = fc.record({ file: fc.constantFrom(...FILES), bytes })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      async (first, later) => {
        const rig = await openCheckpointRig()
        for (const { file, bytes: content } of first) await rig.write(file, content)
        const start = await hashes(rig)
        for (const { file, bytes: content } of later) await rig.agent(file, content)
        const end = await hashes(rig)
        await rig.undo()
        expect(await hashes(rig)).toEqual(start)
        await rig.redo()
        expect(await hashes(rig)).toEqual(end)
        await rig.undo()
        expect(await hashes(rig)).toEqual(start)
      },
    ),
    { numRuns: 40 },
  )
})

const hashes = (rig: CheckpointRig) => Promise.all(FILES.map(async (file) => [file, await rig.text(file)]))
