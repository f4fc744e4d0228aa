import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exploration } from '../../../test/support/data/exploration.ts'
import { parseGitSettings } from './git-settings.ts'

const hasGit = spawnSync('git', ['--version']).status === 0

/** Pieces of a settings file, and look-alikes. */
const piece = fc.constantFrom(
  ...['[core]', '[a "b"]', '[a.b]', '[a "b\\"c"]', '[ a]', '[a ]', '[include]', 'fsmonitor', 'k1', 'v', '-'],
  ...['=', ' ', '\t', '\n', '\r\n', '\r', '#', ';', '"', '\\', '\\n', '\\\n', '\\"', ']', '[', '.', '# \\\n'],
  ...['\u00a0', '\v', '\f', 'é', '\ufeff'],
)

function asGitReadsIt(input: string): string[] | null {
  const args = ['config', '-f', '-', '--list', '--name-only', '--no-includes', '-z']
  const { status, stdout } = spawnSync('git', args, { input, encoding: 'utf8' })
  return status === 0 ? stdout.split('\0').slice(0, -1) : null
}

const plain = (name: string) => name.replaceAll('\\', '').toLowerCase()

it.skipIf(!hasGit)('sees every setting that git sees, or says that it cannot read them', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = `[core]\n${pieces.join('')}`
      const mine = parseGitSettings(text)
      if (mine === null) return
      const names = mine.map(({ section, sub, key }) =>
        [section, ...(sub === '' ? [] : [sub]), key].join('.'),
      )
      expect(names.map(plain)).toEqual((asGitReadsIt(text) ?? names).map(plain))
    }),
    exploration(150),
  )
})
