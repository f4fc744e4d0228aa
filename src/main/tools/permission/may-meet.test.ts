import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exploration } from '../../../../test/support/data/exploration.ts'
import { globTest } from '../search/glob-pattern.ts'
import { matchesPath } from './match.ts'
import { mayMeet } from './may-meet.ts'

const HOME = '/home/任'

describe('mayMeet', () => {
  it.each<[string, string, boolean]>([
    ['.env*', '.env', true],
    ['.e?v', '.env', true],
    ['.[e]nv', '.env', true],
    ['*', '.env', false],
    ['src/*', '*.pem', true],
    ['src/*.ts', '*.pem', false],
    ['src/*.ts', '.env', false],
    ['s*/key', 'secrets/**', true],
    ['t*/key', 'secrets/**', false],
    ['a/*/c', 'a/**/c', true],
    ['a/*', 'a/**/c', true],
    ['a?c', 'a/c', false],
    ['KEY*', 'key.pem', true],
    ['/home/任/.ssh/*', '~/.ssh/**', true],
    ['/home/other/.ssh/*', '~/.ssh/**', false],
    ['文*', '文件.txt', true],
    // Bash takes a pattern that nothing matches as it stands.
    ['app/[id]/key', 'app/[id]/**', true],
    ['app/[id]/key', 'app/xy/**', false],
  ])('of %s and %s is %s', (shell, rule, meets) => {
    expect(mayMeet(shell, rule, HOME)).toBe(meets)
  })

  it('is true, and soon, for patterns that cost too much to compare', () => {
    const began = performance.now()
    const budget = { left: 200_000 }
    const pattern = '*a'.repeat(2_000)
    const met = Array.from({ length: 1_000 }, () => mayMeet(pattern, `${'**b'.repeat(300)}`, HOME, budget))
    expect(met.at(-1)).toBe(true)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('is never false for a path that both cover', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '文'), minLength: 1, maxLength: 4 })
    const path = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .filter((names) => !names.some((each) => each.startsWith('.')))
    const patterns = path.chain((names) =>
      fc.record({
        file: fc.constant(names.join('/')),
        shell: fc.tuple(...names.map((each) => blurred(each, ['?', '*']))).map((parts) => parts.join('/')),
        rule: fc
          .tuple(...names.map((each) => fc.oneof(blurred(each, ['*']), fc.constant('**'))))
          .chain((parts) =>
            fc.constantFrom(parts.join('/'), parts.slice(0, 1).join('/'), parts.at(-1) ?? ''),
          ),
      }),
    )
    let met = 0
    fc.assert(
      fc.property(patterns, ({ file, shell, rule }) => {
        if (!globTest(`./${shell}`)(file) && !globTest(shell)(file)) return true
        if (!matchesPath(rule, file, HOME, 'any')) return true
        met += 1
        return mayMeet(shell, rule, HOME)
      }),
      exploration(500),
    )
    expect(met).toBeGreaterThan(200)
  })
})

/** A name in which some characters, or all from some place on, are wildcards. */
function blurred(name: string, wildcards: readonly string[]) {
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...wildcards)), {
      minLength: name.length,
      maxLength: name.length,
    })
    .map((marks) => [...name].map((char, index) => marks[index] || char).join(''))
    .map((text) => text.replace(/\*+/g, '*'))
}
