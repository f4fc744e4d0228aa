import { mkdir, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { commandActs } from '../src/main/tools/bash/commands/command-acts.ts'
import { createShellGrammar } from '../src/main/tools/bash/commands/shell-grammar.ts'
import { judge } from '../src/main/tools/permission/judge.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const ROUNDS = 200
/** Rounds before the engine has compiled what they use. They do not count. */
const WARM_UP = 200
const HOME = '/home/ada'
const RULES = [
  { tool: 'bash', pattern: 'git push *', action: 'deny' },
  { tool: 'bash', pattern: 'npm test *', action: 'allow' },
  { tool: 'read', pattern: '.env', action: 'deny' },
] as const

/**
 * How long the rules take over a command of 2 KB: taken apart, looked up on the disk and judged, in a repository. Every
 * round has another text, so that nothing is remembered of it. Medians of warm rounds; the first command after the start is
 * shown apart.
 */
const verdicts: Bench = async ({ folder }) => {
  const load = createShellGrammar()
  await load()
  const appHome = join(folder, 'home')
  await Promise.all([appHome, join(folder, '.git/objects')].map((each) => mkdir(each, { recursive: true })))
  await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(folder, '.git/config'), '[core]\n\tbare = false\n')
  const flavour = { path: posix, home: HOME, appHome }
  const verdictOn = (commandOf: (round: number) => string) => async (round: number) => {
    const acts = await commandActs(commandOf(round), folder, flavour, load)
    judge({ tool: 'bash', mode: 'ask', rules: [RULES], grants: [], acts, home: HOME })
  }
  const message = 'Explain what changed and why, in words. '.repeat(50)
  const commit = verdictOn((round) => `git commit -m '${round} ${message}'`)
  const first = await timeOf(() => commit(-1))
  const one = await timesOf(commit)
  const same = await timesOf(
    verdictOn((round) => `npm test -- src/a${round}.test.ts && git status --short\n`.repeat(42)),
  )
  const different = await timesOf(verdictOn((round) => differentCommands(round)))
  return [
    atMost('verdict on a command of 2 KB', median(one), 'ms', 1),
    figure('the first one after the start', first, 'ms'),
    atMost('verdict on a script of 84 commands in 2 KB', median(same), 'ms', 5),
    atMost('the same with 84 different commands', median(different), 'ms', 10),
  ]
}
export default verdicts

function differentCommands(round: number): string {
  return Array.from(
    { length: 42 },
    (_, at) => `npm test -- a${at}-${round}.ts && git log -${at + 1}${round}\n`,
  ).join('')
}

async function timesOf(act: (round: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const time = await timeOf(() => act(round))
    if (round >= WARM_UP) times.push(time)
  }
  return times
}
