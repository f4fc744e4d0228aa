import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/main/lib/clock.ts'
import { createProcessTree } from '../src/main/lib/programs/process-tree.ts'
import { createCommandSandbox } from '../src/main/sandbox/command-sandbox.ts'
import { openCommandNetwork } from '../src/main/sandbox/network.ts'
import { privateCache } from '../src/main/sandbox/private-caches.ts'
import { socketPaths } from '../src/main/sandbox/resolve-profile.ts'
import { seccompFilter } from '../src/main/sandbox/system/seccomp.ts'
import { findSandboxSupport } from '../src/main/sandbox/system/support.ts'
import { runShell } from '../src/main/tools/bash/run-shell.ts'
import { matchesPath } from '../src/main/tools/permission/match.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const ROUNDS = 200
const WARM_UP = 10
const TOGETHER = 8
const SPIN = 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done'

/** A command in the sandbox against the same command without it, prepared and reported as in the app. */
const sandboxBench: Bench = async ({ folder }) => {
  const platform = process.platform
  const shell = {
    platform,
    clock: systemClock,
    processes: createProcessTree({ platform, clock: systemClock }),
  }
  const environment = { PATH: process.env['PATH'] ?? '', HOME: homedir() }
  const run = async (
    file: string,
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>> = environment,
    contained = false,
  ) => {
    const start = { file, args, verbatim: false, contained }
    const job = { start, cwd, environment: env, timeoutMs: 60_000, started: () => () => {}, take: () => true }
    return await runShell(shell, job, new AbortController().signal)
  }
  const support = await findSandboxSupport({
    platform,
    exists: existsSync,
    filter: null,
    run: async (file, args) => ({ exitCode: (await run(file, args, '/')).exitCode, output: '' }),
  })
  if (!support.available) throw new Error(`There is no sandbox here: ${support.lack}`)
  const [root, temp, sockets] = [join(folder, 'project'), join(folder, 'temp'), '/tmp']
  for (const each of [root, temp]) await mkdir(each, { recursive: true })
  const sandbox = createCommandSandbox({
    clock: systemClock,
    covers: (pattern, shown, owner) => matchesPath(pattern, shown, owner, 'any'),
    support,
    platform,
    asRoot: process.getuid?.() === 0,
    bwrap: '/usr/bin/bwrap',
    filter: await filterIn(folder),
    home: await realpath(homedir()),
    appHome: join(homedir(), '.orrery'),
    marks: join(folder, 'marks'),
    cacheOf: (project, cache) => privateCache(join(folder, 'caches'), project, cache),
    tempOf: async () => temp,
    memoryMb: 8_192,
    processes: 4_096,
    sockets: async () => socketPaths(await readFile('/proc/net/unix', 'utf8')),
    openNetwork: (standing) => openCommandNetwork({ reach: { by: 'sockets', folder: sockets } }, standing),
  })
  const plain = (script: string) => run('/bin/bash', ['-c', script], root)
  const inside = async (script: string, network: 'ask' | 'off') => {
    const program = { file: '/bin/bash', args: ['-c', script] }
    const job = {
      session: 'bench',
      root,
      settings: { network },
      standing: [{ rules: [], grants: [] }],
      once: [],
      named: [],
      opensGitSettings: false,
    }
    const entered = await sandbox.enter({ ...job, program, environment })
    if (entered === null) throw new Error('There is no sandbox here.')
    await run(entered.program.file, entered.program.args, root, entered.environment, true)
    await entered.leave('', false)
  }
  const times: Record<'plain' | 'off' | 'ask', number[]> = { plain: [], off: [], ask: [] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, work] of [
      ['plain', () => plain('true')],
      ['off', () => inside('true', 'off')],
      ['ask', () => inside('true', 'ask')],
    ] as const) {
      const took = await timeOf(work)
      if (round >= 0) times[name].push(took)
    }
  }
  const [bare, off, ask] = [median(times.plain), median(times.off), median(times.ask)]
  const many = (work: () => Promise<unknown>) =>
    timeOf(() => Promise.all(Array.from({ length: TOGETHER }, work)))
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const without = await many(() => plain(SPIN))
    ratios.push((await many(() => inside(SPIN, 'off'))) / without)
  }
  return [
    atMost('a sandboxed true − a plain true, network off', off - bare, 'ms', 15),
    atMost('a sandboxed true − a plain true, with the proxy', ask - bare, 'ms', 25),
    figure('  a plain true', bare, 'ms'),
    atMost(`${TOGETHER} sandboxed commands at work ÷ the same plain`, median(ratios), '×', 1.1),
  ]
}
export default sandboxBench

async function filterIn(folder: string): Promise<string | null> {
  const filter = seccompFilter(process.arch)
  if (filter === null) return null
  const file = join(folder, 'filter')
  await writeFile(file, filter)
  return file
}
