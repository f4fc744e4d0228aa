import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, unlink, writeFile } from 'node:fs/promises'
import { homedir, release, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxRules, SandboxStatus, SandboxSupport, SandboxTrial } from '#shared/sandbox/sandbox.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import { say } from '#shared/sentences.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { CommandEnvironment } from '../../lib/programs/child-environment.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Scope } from '../../lib/scope.ts'
import {
  type CommandSandbox,
  createCommandSandbox,
  NO_NETWORK,
  type SandboxedCommand,
  type SandboxJob,
  sandboxUse,
} from '../../sandbox/command-sandbox.ts'
import { openCommandNetwork } from '../../sandbox/network.ts'
import { privateCache, removeOldCaches } from '../../sandbox/private-caches.ts'
import { holds } from '../../sandbox/profile.ts'
import type { LateCheck } from '../../sandbox/project/project-guard.ts'
import { ProjectTooLarge } from '../../sandbox/project/project-too-large.ts'
import { removeFilled } from '../../sandbox/remove-filled.ts'
import { prepareCaches, socketPaths } from '../../sandbox/resolve-profile.ts'
import { rulesFor } from '../../sandbox/rules-for-blocks.ts'
import { lackWords } from '../../sandbox/system/lack-words.ts'
import type { SandboxSystem } from '../../sandbox/system/sandbox-system.ts'
import { seccompFilter } from '../../sandbox/system/seccomp.ts'
import { readSelfTest, SELF_TEST } from '../../sandbox/system/self-test.ts'
import { findBubblewrap, findSandboxSupport, type ProbeResult } from '../../sandbox/system/support.ts'
import { unlessMissing } from '../../sandbox/unless-missing.ts'
import { runShell } from '../../tools/bash/run-shell.ts'
import type { DescribeSandbox, EnterSandbox } from '../../tools/bash/sandboxed.ts'
import type { ShellStart } from '../../tools/bash/shell.ts'
import { matchesPath } from '../../tools/permission/match.ts'

type Deps = {
  readonly paths: Pick<HomePaths, 'home' | 'temp' | 'caches' | 'marks' | 'database'>
  readonly processes: ProcessTree
  readonly commandEnvironment: CommandEnvironment
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
  readonly system: SandboxSystem
  /** The person's settings without those of a project. */
  readonly settings: () => SandboxTable
}

const PROBE_MS = 5_000
const TRIALS = 9
/** From this version on Linux counts the processes of one sandbox and not all of the person. */
const COUNTS_PER_SANDBOX = [5, 14] as const

/** The sandbox for commands on this machine. Whether it works is found out once, in the background. */
export function openSandbox(deps: Deps) {
  const { platform } = deps.system
  let known: SandboxSupport | null = null
  const made = prepare(deps)
  const support = made.then(({ support: found }) => {
    known = found
    return found
  })
  support.catch((error: unknown) => deps.logger.error('The sandbox could not be examined', error))

  const enter: EnterSandbox = async (context, { start, environment, background, ...command }) => {
    const standing = context.standing()
    const settings = standing[0]?.sandbox ?? deps.settings()
    const { sandbox, support: found } = await made
    const use = sandboxUse(
      settings,
      standing.map(({ mode }) => mode),
      found,
    )
    if (use === 'required') return { how: 'required', reason: requiredWords(found) }
    if (use === 'outside') return { how: 'plain' }
    const folders = standing[0]?.folders
    const place = { root: context.root, folders, settings, standing, reach: background === true }
    const job = { session: context.sessionId, ...place, ...command }
    try {
      const entered = await sandbox.enter({ ...job, program: start, environment })
      return entered === null ? { how: 'plain' } : insideOf(entered, start)
    } catch (error) {
      if (error instanceof ProjectTooLarge) return { how: 'required', reason: error.message }
      throw error
    }
  }

  const describeFor: DescribeSandbox = async (context) => {
    const standing = context.standing()
    const settings = standing[0]?.sandbox ?? deps.settings()
    const { sandbox, support: found } = await made
    const modes = standing.map(({ mode }) => mode)
    if (sandboxUse(settings, modes, found) !== 'inside') return null
    return await sandbox.describe({ root: context.root, folders: standing[0]?.folders, settings, standing })
  }

  return {
    enter,
    /** Returns the sandbox permissions of a command; null without a sandbox. */
    describe: describeFor,
    /** Returns the detected support; null during detection. */
    known: () => known,
    /** Prepares a command that runs for no agent, as a hook does. Null where it runs as it is. */
    enterFor: async ({
      rules = [],
      ...job
    }: Omit<SandboxJob, keyof typeof NOTHING_MORE | 'settings' | 'standing'> & {
      /** The rules that say which hosts and places it may reach; none where they are missing. */
      readonly rules?: readonly PermissionRule[]
    }) => {
      const { sandbox, support: found } = await made
      const settings = deps.settings()
      if (sandboxUse(settings, [], found) !== 'inside') return null
      const standing = [{ ...NO_RULES, rules: [rules] }]
      try {
        return await sandbox.enter({ ...job, settings, standing, ...NOTHING_MORE })
      } catch (error) {
        if (!(error instanceof ProjectTooLarge)) throw error
        const { tooDeep: folder } = error
        throw AppError.saying(
          'tool.failed',
          folder === null ? say('run.projectTooLarge') : say('run.projectTooDeep', { folder }),
        )
      }
    },
    /** Checks what commands left that ran when the app was killed, and says in their chats what was renamed. */
    checkAgain: async (signal: AbortSignal): Promise<readonly LateCheck[]> => {
      const { sandbox } = await made
      return await sandbox.checkAgain(signal)
    },
    status: async (): Promise<SandboxStatus> => {
      const { sandbox, support: found } = await made
      const root = await sessionTemp(deps.paths.temp, `${OWN_SESSION}-project`)
      const rules = await sandbox.describe({ root, settings: deps.settings(), standing: [NO_RULES] })
      return { support: found, rules }
    },
    tryIt: async (signal: AbortSignal): Promise<SandboxTrial | null> => {
      const { sandbox, support: found } = await made
      return found.available ? await trial(deps, sandbox, platform, signal) : null
    },
  }
}

export type OpenSandbox = ReturnType<typeof openSandbox>

const NO_RULES = { rules: [], grants: [] }
const NOTHING_MORE = { once: [], named: [], opensGitSettings: false }

function insideOf(entered: SandboxedCommand, { verbatim }: ShellStart) {
  const { program, environment, rules, leave, dial } = entered
  return {
    how: 'inside' as const,
    environment,
    rules,
    dial,
    start: { ...program, verbatim, contained: isContained(rules) },
    leave: async (output: string, failed: boolean) => {
      const { receipt, begun } = await leave(output, failed)
      // A rule would open the folder around a file, and the sandbox never opens the whole home folder.
      const isClosed = (path: string) =>
        receipt.rules.hides.some((place) => holds(place, path)) ||
        isSteering(path) ||
        holds(dirname(path), homedir())
      return { receipt, begun, proposed: rulesFor(receipt.blocked, isClosed) }
    },
  }
}

/** Whether everything of a command ends with its sandbox. */
const isContained = ({ kind }: SandboxRules) => kind === 'bubblewrap'

/** Whether a path is always protected: git's own files and files that control other programs. */
function isSteering(path: string): boolean {
  return /\/(\.(git|orrery|claude|agents|vscode|cursor|codex|gemini|idea|husky|mcp\.json|envrc|zed|opencode|windsurf|kiro|qwen|roo)|opencode\.json)(\/|$)/i.test(
    path,
  )
}

async function prepare(
  deps: Deps,
): Promise<{ readonly support: SandboxSupport; readonly sandbox: CommandSandbox }> {
  const { platform, exists, hasNamespaces } = deps.system
  const home = await realpath(homedir())
  const appHome = await realpath(deps.paths.home)
  // What cannot be removed must not keep commands from running.
  const report = (error: unknown) =>
    deps.logger.warn('Files of earlier commands stay', { reason: String(error) })
  await removeFilled(deps.paths.temp).catch(report)
  await removeOldCaches(deps.paths.caches, deps.clock.now(), report)
  const bwrap = platform === 'linux' ? findBubblewrap(exists) : null
  const sockets = bwrap === null ? '' : await socketFolder(deps.scope)
  const filter = bwrap === null ? null : await writeFilter(sockets)
  const run = async (file: string, args: readonly string[]) =>
    hasNamespaces ? await runProbe(deps, { file, args, verbatim: false }) : null
  const support = await findSandboxSupport({ platform, exists, filter, run })
  if (support.available) {
    // Started from a desktop, only a login shell knows where Go and Cargo are.
    const { PATH = '' } = await deps.commandEnvironment(deps.scope.signal)
    await prepareCaches(home, PATH.split(':'))
  }
  const hasProxy = support.available && support.proxy
  const sandbox = createCommandSandbox({
    clock: deps.clock,
    support,
    platform,
    asRoot: process.getuid?.() === 0,
    home,
    appHome,
    filter,
    bwrap: bwrap ?? 'bwrap',
    covers: (pattern, shown, owner) => matchesPath(pattern, shown, owner, 'any'),
    tempOf: (session) => sessionTemp(deps.paths.temp, session),
    cacheOf: (root, cache) => privateCache(deps.paths.caches, root, cache),
    marks: deps.paths.marks,
    sockets: listeningSockets,
    openNetwork: async (standing, outward) => {
      if (!hasProxy) return NO_NETWORK
      const reach =
        platform === 'darwin' ? { by: 'port' as const } : { by: 'sockets' as const, folder: sockets }
      return await openCommandNetwork({ reach }, standing, outward)
    },
    memoryMb: Math.max(4_096, Math.round((totalmem() / 1024 / 1024) * 0.75)),
    processes: countsPerSandbox(release()) ? 4_096 : null,
  })
  return { support, sandbox }
}

async function listeningSockets(): Promise<string[]> {
  return socketPaths((await unlessMissing(readFile('/proc/net/unix', 'utf8'))) ?? '')
}

/** Writes the filter of system calls to a file; null on an architecture that has none. */
async function writeFilter(folder: string): Promise<string | null> {
  const filter = seccompFilter(process.arch)
  if (filter === null) return null
  const file = join(folder, 'filter')
  await writeFile(file, filter, { mode: 0o600 })
  return file
}

/** A short path: the name of a socket holds about a hundred characters. */
async function socketFolder(scope: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-'))
  scope.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function sessionTemp(folder: string, session: string): Promise<string> {
  const path = join(folder, session)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o1777)
  return await realpath(path)
}

function countsPerSandbox(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor, wantedMinor] = COUNTS_PER_SANDBOX
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

function requiredWords(support: SandboxSupport): string {
  const why = support.available ? '' : ` ${lackWords(support.lack)}`
  return `The settings require the sandbox, and it cannot run here.${why} The command did not run.`
}

async function runProbe(deps: Deps, start: ShellStart, cwd = '/', extra = {}): Promise<ProbeResult> {
  let output = ''
  try {
    const ending = await runShell(
      {
        processes: deps.processes,
        clock: deps.clock,
        platform: process.platform,
      },
      {
        start,
        cwd,
        timeoutMs: PROBE_MS,
        environment: { ...(await deps.commandEnvironment(deps.scope.signal)), ...extra },
        // It ends within seconds, and the keeper must not start before the first command.
        started: () => () => {},
        take: (text) => {
          output += text
          return output.length < 100_000
        },
      },
      deps.scope.signal,
    )
    return { exitCode: ending.by === 'itself' ? ending.exitCode : null, output }
  } catch (error) {
    deps.scope.signal.throwIfAborted()
    return { exitCode: null, output: String(error) }
  }
}

/** The session of the self-test and of what the settings describe. */
const OWN_SESSION = 'self-test'

async function trial(deps: Deps, sandbox: CommandSandbox, platform: NodeJS.Platform, signal: AbortSignal) {
  const root = await sessionTemp(deps.paths.temp, `${OWN_SESSION}-project`)
  const file = join(homedir(), `.orrery-self-test-${randomUUID()}`)
  const environment = await deps.commandEnvironment(signal)
  const run = async (script: string) => {
    const program = { file: '/bin/sh', args: ['-c', script] }
    const job = {
      session: OWN_SESSION,
      root,
      settings: deps.settings(),
      standing: [NO_RULES],
      ...NOTHING_MORE,
    }
    const began = deps.clock.elapsed()
    const entered = await sandbox.enter({
      once: NOTHING_MORE.once,
      named: NOTHING_MORE.named,
      opensGitSettings: NOTHING_MORE.opensGitSettings,
      session: OWN_SESSION,
      root,
      settings: job.settings,
      standing: job.standing,
      program,
      environment,
    })
    if (entered === null) return { output: '', ms: 0 }
    const secrets = { SELF_TEST_SECRET: deps.paths.database, SELF_TEST_FILE: file }
    const start = { ...entered.program, verbatim: false, contained: isContained(entered.rules) }
    const result = await runProbe(deps, start, root, { ...entered.environment, ...secrets })
    const ms = deps.clock.elapsed() - began
    await entered.leave('', false)
    return { output: result?.output ?? '', ms }
  }
  const { output } = await run(SELF_TEST)
  const wroteAtHome = (await unlessMissing(unlink(file).then(() => true))) ?? false
  const plain: number[] = []
  const inside: number[] = []
  for (let count = 0; count < TRIALS; count++) {
    signal.throwIfAborted()
    const began = deps.clock.elapsed()
    await runProbe(deps, { file: '/bin/sh', args: ['-c', 'true'], verbatim: false }, root)
    plain.push(deps.clock.elapsed() - began)
    inside.push((await run('true')).ms)
  }
  // The processes and the network of others are hidden on Linux only, and there the filter is.
  const checks = readSelfTest(output, wroteAtHome).filter(
    ({ check }) => platform === 'linux' || ['project', 'files', 'secrets'].includes(check),
  )
  return { checks, addsMs: Math.max(0, median(inside) - median(plain)) }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
