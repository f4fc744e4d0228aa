import { describe, expect, it } from 'vitest'
import { parsePlan } from '#shared/plan/parse-plan.ts'
import { marksOf } from '../../src/main/config/toml/toml-lines.ts'
import { wordsOf } from '../../src/main/ranking/words.ts'
import { titleIn } from '../../src/main/runs/chats/title.ts'
import { settled } from '../../src/main/tools/bash/plain-text.ts'
import { spawnedBy } from '../../src/main/tools/permission/programs/spawned-by.ts'

/** Far more than any of them takes, and far less than time that grows with the square of the length. */
const MOST_MS = 5_000

/** Texts of models, commands and files, on which a pattern once started again at each letter. */
describe('long texts of models, commands and files', () => {
  it.each<[string, () => unknown]>([
    ['a line of output', () => settled('a'.repeat(30_000))],
    ['a progress bar', () => settled('a\rb'.repeat(10_000))],
    ['a title', () => titleIn(`${'.'.repeat(256_000)}x`)],
    ['a plan', () => expect(() => parsePlan(`\`\`\`${'\n'.repeat(200_000)}`, 'goal')).toThrow()],
    ['a line of settings', () => marksOf([`${' '.repeat(20_000)}a${' '.repeat(20_000)}!`])],
    ['a quoted name in settings', () => marksOf([`"${'\\a'.repeat(20_000)}`])],
    ['a program of sed', () => spawnedBy(['sed', '\n'.repeat(90_000)])],
    ['a word', () => wordsOf('a'.repeat(100_000))],
  ])('take no longer than their length asks: %s', (_, read) => {
    const began = performance.now()
    read()
    expect(performance.now() - began).toBeLessThan(MOST_MS)
  })

  it('are read like short ones', () => {
    expect(settled('10%\r20%\r\nok\r\nbar\rdone\r')).toBe('20%\nok\ndone')
    expect(marksOf([' a . "b c" = 1', "'x=y'=2", 'no key']).map(({ path }) => path)).toEqual([
      ['a', 'b c'],
      ['x=y'],
    ])
    expect(spawnedBy(['sed', 's/a/b/']).exactOnly).toBeNull()
  })
})
