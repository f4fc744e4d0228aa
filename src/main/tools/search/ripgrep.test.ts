import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ripgrepWith } from '../../../../test/support/rigs/tool-project.ts'
import { findRipgrep } from './find-ripgrep.ts'
import { chooseRipgrep, type RipgrepFacts } from './ripgrep-choice.ts'

const nothing: RipgrepFacts = {
  platform: 'linux',
  preferSystem: false,
  embedded: null,
  bundled: null,
  system: null,
}
const there = { path: '/app/rg', exists: true }
const gone = { path: '/app/rg', exists: false }

describe('choosing a ripgrep', () => {
  it.each<[string, Partial<RipgrepFacts>, string, string, string | null]>([
    [
      'the opt-out wins',
      { preferSystem: true, embedded: '/self', bundled: there, system: '/usr/bin/rg' },
      'system',
      '/usr/bin/rg',
      null,
    ],
    [
      'the opt-out without one',
      { preferSystem: true, bundled: there },
      'system',
      'rg',
      'search.ripgrepMissingHere',
    ],
    [
      'then the embedded one',
      { embedded: '/self', bundled: there, system: '/usr/bin/rg' },
      'embedded',
      '/self',
      null,
    ],
    ['then the bundled one', { bundled: there, system: '/usr/bin/rg' }, 'builtin', '/app/rg', null],
    [
      'then one on the path, with a note',
      { bundled: gone, system: '/usr/bin/rg' },
      'system',
      '/usr/bin/rg',
      'search.ripgrepReplaced',
    ],
    ['else the missing path is kept', { bundled: gone }, 'builtin', '/app/rg', 'search.ripgrepMissingHere'],
    ['even when nothing is known', { platform: 'darwin' }, 'builtin', 'rg', 'search.ripgrepMissing'],
  ])('%s', (_, facts, mode, chosen, note) => {
    const choice = chooseRipgrep({ ...nothing, ...facts })
    expect([choice.mode, choice.path, choice.note?.name ?? null]).toEqual([mode, chosen, note])
  })
})

describe('trying a ripgrep', () => {
  it('is not tried before it is used, and only once', async () => {
    let looked = 0
    const ripgrep = ripgrepWith(async () => {
      looked += 1
      return await findRipgrep({ platform: process.platform, environment: {}, preferSystem: false })
    })
    expect((await ripgrep.status()).working).toBeNull()
    expect([
      await ripgrep.working(),
      await ripgrep.working(),
      (await ripgrep.status()).working,
      looked,
    ]).toEqual([true, true, true, 1])
  })

  it('does not work when it is missing', async () => {
    const told: string[] = []
    const facts = async () => ({ ...nothing, bundled: { path: '/nowhere/rg', exists: false } })
    const ripgrep = ripgrepWith(facts, ({ name }) => void told.push(name))
    expect(told).toEqual([])
    expect([await ripgrep.working(), (await ripgrep.status()).working]).toEqual([false, false])
    expect([await ripgrep.working(), told]).toEqual([false, ['search.ripgrepMissingHere']])
  })

  it('tells once of one that is another than it should be, or does not work', async () => {
    const told: string[] = []
    const broken = { path: path.join(import.meta.dirname, 'ripgrep.ts'), exists: true }
    const ripgrep = ripgrepWith(
      async () => ({ ...nothing, bundled: broken }),
      ({ name }) => void told.push(name),
    )
    expect([await ripgrep.working(), await ripgrep.working()]).toEqual([false, false])
    const other = ripgrepWith(
      async () => ({ ...nothing, system: '/usr/bin/rg' }),
      ({ name }) => void told.push(name),
    )
    await other.status()
    await other.status()
    expect(told).toEqual(['search.ripgrepBroken', 'search.ripgrepReplaced'])
  })

  it.skipIf(process.platform === 'win32')(
    'finds one on the search path, but not in a relative folder',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'orrery-rg-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      await writeFile(path.join(folder, 'rg'), '#!/bin/sh\n')
      await chmod(path.join(folder, 'rg'), 0o755)
      const find = async (PATH: string) =>
        (await findRipgrep({ platform: 'linux', environment: { PATH }, preferSystem: false })).system
      expect([await find(`/nowhere:${folder}`), await find(path.relative(process.cwd(), folder))]).toEqual([
        path.join(folder, 'rg'),
        null,
      ])
    },
  )
})
