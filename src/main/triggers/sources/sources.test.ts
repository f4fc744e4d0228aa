import { expect, it } from 'vitest'
import type { TriggerId } from '#shared/ids.ts'
import type { Trigger, TriggerSource } from '#shared/trigger/trigger.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { PROJECT, TEN_MINUTES } from '../../../../test/support/rigs/trigger-rig.ts'
import { globTest } from '../../tools/search/glob-pattern.ts'
import type { Occurrence } from '../firings.ts'
import { createFileSource } from './file-source.ts'
import { createGitSource, type Refs } from './git-source.ts'

const ID = 'trg_00000001' as TriggerId

function triggerOf(source: TriggerSource): Trigger {
  return {
    ...TEN_MINUTES,
    id: ID,
    source,
    enabled: true,
    enabledAt: 0,
    paused: null,
    fullAccess: false,
    createdBy: 'person',
    createdAt: 0,
  }
}

/** Lets promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const shown = ({ event, rows }: Occurrence) =>
  event === null ? rows.map(({ about, note }) => `${note.code} ${about}`).join() : event.about

function openFiles() {
  const clock = createStoppedClock()
  const seen: (string | null)[] = []
  const files = new Map<string, string>()
  let changed = () => {}
  let isOwn = false
  const source = createFileSource({
    clock,
    occur: async (_trigger, occurrence) => void seen.push(shown(occurrence)),
    scan: async (_id, matches) => ({
      kind: 'files',
      marks: new Map([...files].filter(([path]) => matches(path))),
      folders: ['/project'],
    }),
    watch: (_folders, act) => {
      changed = act
      return () => {}
    },
    matches: globTest,
    isOwn: () => isOwn,
    tooMany: () => void seen.push('too many'),
    newKey: () => String(seen.length),
    report: (error) => {
      throw error
    },
  })
  const write = (path: string, mark: string) => {
    files.set(path, mark)
    changed()
  }
  const own = (on: boolean) => {
    isOwn = on
  }
  return { clock, seen, source, write, own }
}

it('tells of changed files once, after two quiet seconds, and of no other file', async () => {
  const { clock, seen, source, write } = openFiles()
  source.follow([{ trigger: triggerOf({ kind: 'file', globs: ['src/**/*.ts'] }), through: '' }])
  await settle()
  write('src/a.ts', '1')
  clock.advance(1_900)
  write('src/b.ts', '1')
  write('notes.md', '1')
  clock.advance(1_900)
  await settle()
  expect(seen).toEqual([])
  clock.advance(200)
  await settle()
  expect(seen).toEqual(['src/a.ts +1'])
})

it('reports the files that a triggered run changed, and starts nothing for them', async () => {
  const { clock, seen, source, write, own } = openFiles()
  source.follow([{ trigger: triggerOf({ kind: 'file', globs: ['*'] }), through: '' }])
  await settle()
  own(true)
  write('made.txt', '1')
  own(false)
  source.ownEnded(PROJECT)
  await settle()
  clock.advance(5_000)
  await settle()
  expect(seen).toEqual(['ownChange made.txt'])
})

async function openBranches(event: 'commit' | 'branch', branch: string) {
  const clock = createStoppedClock()
  const seen: (string | null)[] = []
  const gone: string[] = []
  let now: Refs | null = { main: 'aaaaaaaaaaaa', old: 'bbbbbbbbbbbb' }
  const trigger = triggerOf({ kind: 'git', event, branch })
  let through = JSON.stringify(now)
  const source = createGitSource({
    clock,
    occur: async (_trigger, occurrence) => {
      through = occurrence.through
      const words = shown(occurrence)
      if (words !== '') seen.push(words)
    },
    stored: () => ({ trigger, through }),
    refs: async () => now,
    isOwn: () => false,
    matches: globTest,
    gone: ({ name }) => void gone.push(name),
    report: (error) => {
      throw error
    },
  })
  const set = async (refs: Refs | null) => {
    now = refs
    clock.advance(20_000)
    await settle()
  }
  source.follow([{ trigger, through }])
  await settle()
  return { seen, gone, set, source }
}

it('tells of a new commit on a branch that is meant, once', async () => {
  const { seen, set } = await openBranches('commit', 'main')
  await set({ main: 'cccccccccccc', old: 'dddddddddddd' })
  await set({ main: 'cccccccccccc', old: 'dddddddddddd' })
  expect(seen).toEqual(['cccccccc main'])
})

it('tells of a created branch', async () => {
  const { seen, set } = await openBranches('branch', 'fix/*')
  await set({ main: 'aaaaaaaaaaaa', old: 'bbbbbbbbbbbb', 'fix/one': 'cccccccccccc', other: 'cccccccccccc' })
  expect(seen).toEqual(['fix/one'])
})

it('gives a folder up after three readings that failed in a row', async () => {
  const { gone, set } = await openBranches('commit', '*')
  await set(null)
  await set(null)
  expect(gone).toEqual([])
  await set(null)
  expect(gone).toEqual(['Checks'])
})
