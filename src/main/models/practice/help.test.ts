import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseCommands } from './parse-commands.ts'
import { wordsFor } from './words.ts'

/** The code in the first and the third column of every row of a table. */
function examplesIn(markdown: string): string[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => {
    const [, first = '', , third = ''] = row.split('|')
    return [...`${first} ${third}`.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
  })
}

const page = readFileSync(new URL('../../../../docs/practice-model.md', import.meta.url), 'utf8')

it.each([...new Set([page, wordsFor('a').help, wordsFor('你').help].flatMap(examplesIn))])(
  'understands its own example %j',
  (example) => {
    expect(parseCommands(example)).toHaveLength(1)
  },
)

it('shows an example of every command on its page', () => {
  const verbs = examplesIn(page).flatMap((example) => parseCommands(example).map(({ verb }) => verb))
  expect([...new Set(verbs)]).toEqual([
    'list',
    'read',
    'search',
    'create',
    'replace',
    'run',
    'ask',
    'plan',
    'say',
    'stream',
    'count',
  ])
})
