import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tally } from './tally.ts'

/** Writes what was not right, case by case, for whoever wants to mend it. */
export async function writeMisses(
  root: string,
  tallies: Readonly<Record<string, Tally>>,
  more: readonly string[],
): Promise<void> {
  const lines = Object.entries(tallies).flatMap(([part, tally]) => [
    `# ${part}: ${tally.count('right')} of ${tally.total()} right`,
    ...[...tally.groups()].map(([group, sums]) => `  ${group || 'all'}: ${JSON.stringify(sums)}`),
    ...tally.examples('wrong').map(({ name, words }) => `WRONG ${name}: ${oneLine(words)}`),
    ...tally.examples('refused').map(({ name, words }) => `refused ${name}: ${oneLine(words)}`),
    '',
  ])
  await mkdir(join(root, 'out'), { recursive: true })
  await writeFile(join(root, 'out', 'harness-misses.txt'), [...lines, ...more, ''].join('\n'))
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, ' ').slice(0, 300)
}
