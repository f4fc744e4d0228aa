import { describe, expect, it } from 'vitest'
import { fenced, withFencesClosed } from '../../src/main/exports/formats/markdown.ts'
import { chunksOf } from '../../src/main/knowledge/index/chunks.ts'
import { parseCommands } from '../../src/main/models/practice/parse-commands.ts'
import { blocksIn } from '../../src/main/sandbox/blocked.ts'

const N = 200_000
/** Far more than any of them takes, and far less than time that grows with the square of the length. */
const MOST_MS = 5_000

const seen = { root: '/p', home: '/home/ada', hidden: [] }
const works: readonly (readonly [string, (text: string) => unknown])[] = [
  ['cutting pages', chunksOf],
  ['closing fences', withFencesClosed],
  ['fencing', (text) => fenced(text, 'text')],
  ['reading commands', parseCommands],
  ['finding what was blocked', (text) => blocksIn(text, seen)],
]
const texts: readonly (readonly [string, string])[] = [
  ['blanks in a heading', `# a${' '.repeat(N)}b`],
  ['signs in a heading', `# a${' #'.repeat(N / 2)}b`],
  ['tabs before signs', `# ${'\t'.repeat(N)}x#`],
  ['blanks', `在${' '.repeat(N)}`],
  ['blanks that just fit', `在${' '.repeat(3_900)}中`],
  ['marks and a line separator', `${'`'.repeat(N)}\u2028`],
  ['many fences', '```\n'.repeat(N / 4)],
  ['many marks', '``` '.repeat(N / 4)],
  ['notes that are never closed', '<system-reminder>'.repeat(N / 17)],
  ['words with dots', `lookup ${'a.'.repeat(N / 2)} temporary failure in name resolution`],
  ['long names', `${`${'a'.repeat(990)}\n`.repeat(N / 990)}`],
  ['names with colons', `${`${'a: '.repeat(330)}\n`.repeat(N / 990)}`],
  [
    'failures without a host',
    `${`failed to lookup address information ${'a-'.repeat(470)}\n`.repeat(N / 990)}`,
  ],
]

describe('long texts', () => {
  it.each(works.flatMap(([name, work]) => texts.map(([kind, text]) => [name, kind, work, text] as const)))(
    'take no longer than their length asks: %s, %s',
    (_name, _kind, work, text) => {
      const began = performance.now()
      work(text)
      expect(performance.now() - began).toBeLessThan(MOST_MS)
    },
  )
})
