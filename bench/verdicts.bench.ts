import { mkdir, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { commandActs } from '../src/main/tools/bash/command-acts.ts'
import { createShellGrammar } from '../src/main/tools/bash/shell-grammar.ts'
import { judge } from '../src/main/tools/permission/judge.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench } from './row.ts'

const ROUNDS = 200
const HOME = '/home/ada'
const RULES = [
  { tool: 'bash', pattern: 'git push *', action: 'deny' },
  { tool: 'bash', pattern: 'npm test *', action: 'allow' },
  { tool: 'read', pattern: '.env', action: 'deny' },
] as const

/** How long the rules take over a command of 2 KB: taken apart, looked up on the disk and judged, in a repository. */
const verdicts: Bench = async ({ folder }) => {
  const load = createShellGrammar()
  await load()
  await mkdir(join(folder, '.git/objects'), { recursive: true })
  await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(folder, '.git/config'), '[core]\n\tbare = false\n')
  const flavour = { path: posix, home: HOME }
  const verdictOn = (command: string) => async () => {
    const acts = await commandActs(command, folder, flavour, load)
    judge({ tool: 'bash', mode: 'ask', rules: [RULES], grants: [], acts, home: HOME })
  }
  const message = 'Explain what changed and why, in words. '.repeat(50)
  const one = await timesOf(verdictOn(`git commit -m '${message}'`))
  const many = await timesOf(verdictOn('npm test -- src/a.test.ts && git status --short\n'.repeat(42)))
  return [
    atMost('verdict on a command of 2 KB', median(one), 'ms', 1),
    atMost('verdict on a script of 84 commands in 2 KB', median(many), 'ms', 20),
  ]
}
export default verdicts

async function timesOf(act: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(act))
  return times
}
