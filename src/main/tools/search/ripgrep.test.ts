import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ripgrepWith } from '../../../../test/support/tool-project.ts'
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
  it.each<[string, Partial<RipgrepFacts>, string, string, RegExp | null]>([
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
      /No ripgrep was found on linux/,
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
      /missing on linux/,
    ],
    ['else the missing path is kept', { bundled: gone }, 'builtin', '/app/rg', /install the package ripgrep/],
    ['even when nothing is known', { platform: 'darwin' }, 'builtin', 'rg', /brew install ripgrep/],
  ])('%s', (_, facts, mode, chosen, note) => {
    const choice = chooseRipgrep({ ...nothing, ...facts })
    expect([choice.mode, choice.path, choice.note]).toEqual([
      mode,
      chosen,
      note === null ? null : expect.stringMatching(note),
    ])
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
    const ripgrep = ripgrepWith(async () => ({ ...nothing, bundled: { path: '/nowhere/rg', exists: false } }))
    expect([await ripgrep.working(), (await ripgrep.status()).working]).toEqual([false, false])
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
