import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxReceipt, SandboxSupport } from '#shared/sandbox/sandbox.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createProcessTree } from '../../../src/main/lib/programs/process-tree.ts'
import { createStartAgain } from '../../../src/main/lib/programs/start-again.ts'
import type { CoversPath } from '../../../src/main/sandbox/closed-files.ts'
import { createCommandSandbox, type OpenNetwork } from '../../../src/main/sandbox/command-sandbox.ts'
import { openCommandNetwork } from '../../../src/main/sandbox/network.ts'
import { socketPaths } from '../../../src/main/sandbox/resolve-profile.ts'
import type { Program } from '../../../src/main/sandbox/sandbox-profile.ts'
import { seccompFilter } from '../../../src/main/sandbox/system/seccomp.ts'
import { findSandboxSupport } from '../../../src/main/sandbox/system/support.ts'
import { runShell } from '../../../src/main/tools/bash/run-shell.ts'
import { matchesPath } from '../../../src/main/tools/permission/match.ts'

/** How a command ended, what it printed, and its receipt where it ran inside. */
export type Ran = {
  readonly exitCode: number | null
  readonly output: string
  readonly receipt: SandboxReceipt | null
}

export type SandboxRigOptions = {
  readonly settings?: SandboxTable
  readonly grants?: readonly PermissionRule[]
  readonly rules?: readonly PermissionRule[]
  /** The home folder; one of the rig's own unless given. */
  readonly home?: string
  /** Runs everything as a user without rights. Only root can. */
  readonly ordinary?: boolean
  /** The project folder, relative to the folder of the rig; `project` unless given. */
  readonly root?: string
  /** Whether commands may change the settings of repositories. */
  readonly opensGitSettings?: boolean
  readonly environment?: Readonly<Record<string, string>>
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** The folder that holds the rig; one that the sandbox does not replace unless given. */
  readonly within?: string
  /** Registers what is removed after the test. Tests that run at the same time hand in their own. */
  readonly finished?: (work: () => Promise<void>) => void
}

export type SandboxRig = Awaited<ReturnType<typeof openSandboxRig>>

const covers: CoversPath = (pattern, shown, home) => matchesPath(pattern, shown, home, 'any')

/** The user and group `nobody`. */
const NOBODY = 65_534
const platform = process.platform
const isRoot = process.getuid?.() === 0

/** The users the lists run as: whoever runs the tests, and for root an ordinary user too. */
export const USERS = isRoot ? (['root', 'an ordinary user'] as const) : (['an ordinary user'] as const)

/** Whether a user of `USERS` is another one than the tests run as. */
export const isOther = (user: (typeof USERS)[number]) => isRoot && user !== 'root'

/** A folder that the sandbox does not replace. */
export const RIG_FOLDER = isRoot ? '/opt' : homedir()

let support: Promise<SandboxSupport> | null = null

/** What this machine supports, found out once. */
export function supportHere(): Promise<SandboxSupport> {
  const run = (file: string, args: readonly string[]) => start({ file, args }, '/', {})
  support ??= findSandboxSupport({ platform, exists: existsSync, filter: null, run })
  return support
}

/** A project of its own with the real sandbox around its commands. It is in no folder that the sandbox replaces. */
export async function openSandboxRig(options: SandboxRigOptions = {}) {
  const ordinary = options.ordinary === true
  const base = await realpath(await mkdtemp(join(options.within ?? RIG_FOLDER, 'orrery-sandbox-')))
  const finished = options.finished ?? onTestFinished
  finished(() => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const at = (name: string) => join(base, name)
  for (const name of ['', 'project', 'temp', 'sockets', 'home', 'home/.orrery', 'outside']) {
    await mkdir(at(name), { recursive: true })
    await chmod(at(name), 0o755)
    if (ordinary) await chown(at(name), NOBODY, NOBODY)
  }
  const root = at(options.root ?? 'project')
  await mkdir(root, { recursive: true })
  const filter = seccompFilter(process.arch)
  if (filter !== null) await writeFile(at('filter'), filter)
  const home = options.home ?? at('home')
  const resolve = options.resolve === undefined ? {} : { resolve: options.resolve }
  const openNetwork: OpenNetwork = async (standing) => {
    const network = await openCommandNetwork(
      { reach: { by: 'sockets', folder: at('sockets') }, ...resolve },
      standing,
    )
    if (ordinary && network.link !== null) await opened(network.link, network.forwards)
    return network
  }
  // Another test may run as another user, in a folder that this one cannot look into. Nor can others into that of root.
  const isReached = (path: string) =>
    path.startsWith(base) ||
    !(path.includes('/orrery-sandbox-') || (ordinary && path.startsWith(`${homedir()}/`)))
  const sandbox = createCommandSandbox({
    clock: systemClock,
    support: await supportHere(),
    platform,
    asRoot: isRoot && !ordinary,
    bwrap: '/usr/bin/bwrap',
    filter: filter === null ? null : at('filter'),
    home: await realpath(home),
    appHome: at('home/.orrery'),
    marks: at('home/.orrery/marks'),
    cacheOf: async (_root, cache) => {
      const folder = at(`caches/${cache.replaceAll('/', '_')}`)
      await mkdir(folder, { recursive: true })
      if (ordinary) await chown(folder, NOBODY, NOBODY)
      return folder
    },
    tempOf: async () => at('temp'),
    openNetwork,
    covers,
    memoryMb: 8_192,
    processes: 4_096,
    sockets: async () => socketPaths(await readFile('/proc/net/unix', 'utf8')).filter(isReached),
  })
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_TERMINAL_PROMPT: '0',
    OUT: at('outside'),
    TERM: 'dumb',
    ...options.environment,
  }
  const bash = (command: string) => ({ file: '/bin/bash', args: ['-c', `exec 2>&1; ${command}`] })
  const inside = async (
    command: string,
    grants = options.grants ?? [],
    startsAgain = createStartAgain(systemClock),
  ): Promise<Ran> => {
    const entered = await sandbox.enter({
      session: 'test',
      root,
      settings: options.settings ?? {},
      once: [],
      named: [],
      opensGitSettings: options.opensGitSettings ?? false,
      standing: [{ rules: [options.rules ?? []], grants }],
      program: bash(command),
      environment,
    })
    if (entered === null) throw new Error('There is no sandbox here.')
    const ran = await ended(asUser(entered.program, ordinary), root, entered.environment)
    const { receipt, begun } = await entered.leave(ran.output, ran.exitCode !== 0)
    // Sockets of other tests vanish while the sandbox starts, and the app prepares the command again.
    if (begun) return { ...ran, receipt }
    // An attempt to get out of a sandbox that never started shows nothing.
    if (!startsAgain(ran.output)) throw new Error(`The sandbox did not start: ${ran.output}`)
    return await inside(command, grants, startsAgain)
  }
  /** The same command without the sandbox. Nothing ends what it leaves behind. */
  const outside = async (command: string): Promise<Ran> => ({
    ...(await start(asUser(bash(command), ordinary), root, environment)),
    receipt: null,
  })
  return { base, root, home, at, environment, sandbox, inside, outside }
}

async function opened(link: string, ports: readonly number[]): Promise<void> {
  for (const path of [link, join(link, 'proxy'), ...ports.map((port) => join(link, String(port)))])
    await chmod(path, 0o777)
}

function asUser({ file, args }: Program, ordinary: boolean): Program {
  if (!ordinary) return { file, args }
  const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  return { file: '/usr/bin/setpriv', args: [...user, file, ...args] }
}

/** Runs a program as the bash tool does, with all it leaves behind. */
async function ended(program: Program, cwd: string, environment: Readonly<Record<string, string>>) {
  let output = ''
  const { exitCode } = await runShell(
    { platform, clock: systemClock, processes: createProcessTree({ platform, clock: systemClock }) },
    {
      start: { ...program, verbatim: false },
      cwd,
      environment,
      timeoutMs: 120_000,
      started: () => () => {},
      take: (text) => {
        output += text
        return true
      },
    },
    new AbortController().signal,
  )
  return { exitCode, output }
}

function start(
  { file, args }: Program,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 })
    let output = ''
    const take = (data: Buffer) => {
      output += data.toString()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', (error) => resolve({ exitCode: null, output: error.message }))
    child.once('close', (exitCode) => resolve({ exitCode, output }))
  })
}
