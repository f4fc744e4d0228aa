import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type {
  SandboxBlock,
  SandboxKind,
  SandboxReceipt,
  SandboxRules,
  SandboxSupport,
} from '#shared/sandbox/sandbox.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { Clock } from '../lib/clock.ts'
import { blocksIn, withoutHosts } from './blocked.ts'
import { type ClosedPlaces, type CoversPath, findClosedIn } from './closed-files.ts'
import { createDoorSearch } from './home-doors.ts'
import { allowedHosts, grantsFor } from './host-rules.ts'
import { holds, maySettle, type Places, placesFor, type RuleSet } from './profile.ts'
import { readSettings, watchSettings } from './project/git-config.ts'
import { findGitPlaces } from './project/git-places.ts'
import { closedRepositories, closedSteering } from './project/guard-project.ts'
import { createKeptMarks } from './project/kept-marks.ts'
import { closeGuards, createProjectGuard, type Marked } from './project/project-guard.ts'
import { preparePlaces, resolvePlaces, unmoved } from './resolve-profile.ts'
import type { Program, SandboxProfile } from './sandbox-profile.ts'
import { type Launcher, launcherFor } from './system/launcher.ts'
import { unlessMissing } from './unless-missing.ts'
import { endProcess, watchLimits } from './watch-limits.ts'

export type CommandSandboxDeps = {
  readonly clock: Clock
  readonly support: SandboxSupport
  /** The path of bubblewrap, where the machine has it. */
  readonly bwrap: string
  /** The file with the filter of system calls; null on an architecture without one. */
  readonly filter: string | null
  readonly platform: NodeJS.Platform
  /** Whether commands run as root. */
  readonly asRoot: boolean
  readonly home: string
  readonly appHome: string
  /** The temporary folder of a session, created on first use. */
  readonly tempOf: (session: string) => Promise<string>
  /** The paths of sockets on which programs of this machine listen. */
  readonly sockets: () => Promise<readonly string[]>
  /** The folder that commands of a project see instead of a cache, created on first use. */
  readonly cacheOf: (root: string, cache: string) => Promise<string>
  /** The folder for the marks of running commands. */
  readonly marks: string
  readonly openNetwork: OpenNetwork
  /** Reads rules with wildcards. */
  readonly covers: CoversPath
  readonly memoryMb: number | null
  readonly processes: number | null
}

/** The way to hosts for one command. Closing it ends its connections. */
export type CommandNetwork = {
  readonly link: string | null
  readonly proxyPort: number | null
  readonly forwards: readonly number[]
  readonly hosts: readonly string[]
  /** Connects to a port of the command; null where the app cannot reach it. */
  readonly dial: Dial | null
  readonly close: () => Promise<{
    readonly reached: SandboxReceipt['reached']
    readonly blocked: readonly SandboxBlock[]
  }>
}
/** Connects to a port of a command in its sandbox. */
export type Dial = (port: number, signal: AbortSignal) => Promise<Socket>

/** `reach`: whether the app is to reach ports of the command. */
export type OpenNetwork = (standing: readonly RuleSet[], reach: boolean) => Promise<CommandNetwork>

/** A project and what its commands are judged by. */
export type SandboxPlace = {
  readonly root: string
  /** The extra folders of the chat, canonical. */
  readonly folders?: readonly string[] | undefined
  readonly settings: SandboxTable
  readonly standing: readonly RuleSet[]
}

/** A command that is to run, and what it is judged by. */
export type SandboxJob = SandboxPlace & {
  readonly session: string
  /** The folder the command starts in, where that is not the root. */
  readonly cwd?: string
  /** The grants of the person for this one run. */
  readonly once: readonly PermissionRule[]
  /** Absolute paths outside the project that the command names as its targets. */
  readonly named: readonly string[]
  /** Whether it may change the settings of its repositories, as long as these start no program. */
  readonly opensGitSettings: boolean
  /** Whether the app is to reach its ports. */
  readonly reach?: boolean
  readonly program: Program
  readonly environment: Readonly<Record<string, string>>
}

/**
 * What became of a command. It has not begun where a place vanished between its listing and the start of the sandbox,
 * as sockets of other programs do; then it can be prepared again.
 */
export type LeftCommand = { readonly receipt: SandboxReceipt; readonly begun: boolean }

/** A command ready to start in the sandbox. */
export type SandboxedCommand = {
  readonly program: Program
  readonly environment: Readonly<Record<string, string>>
  readonly rules: SandboxRules
  /** Connects to a port of the command; null where the app cannot reach it. */
  readonly dial: Dial | null
  /** Called once nothing of the command is left. Returns its receipt, and whether the command began at all. */
  readonly leave: (output: string, failed: boolean) => Promise<LeftCommand>
}

/** Whether a command of an agent with these modes runs in the sandbox; `required` where one is needed and missing. */
export function sandboxUse(
  settings: SandboxTable,
  modes: readonly PermissionMode[],
  support: SandboxSupport | null,
): 'inside' | 'outside' | 'required' {
  const { mode = 'auto' } = settings
  if (mode === 'off') return 'outside'
  if (mode === 'auto' && modes.length > 0 && modes.every((each) => each === 'bypass')) return 'outside'
  if (support?.available === true) return 'inside'
  return mode === 'on' ? 'required' : 'outside'
}

type Entering = {
  readonly job: SandboxJob
  /** The project, then each extra folder. */
  readonly marked: readonly Marked[]
  readonly kind: SandboxKind
  readonly launcher: Launcher
}

/** Prepares commands to run in the sandbox and reports what they were kept from. */
export function createCommandSandbox(deps: CommandSandboxDeps) {
  const launcher = launcherFor(deps.support, deps.bwrap)
  const guard = createProjectGuard(deps.clock, createKeptMarks(deps.marks, deps.clock.now))
  const findDoors = createDoorSearch(deps)
  const enterMarked = async ({ job, marked, kind, launcher }: Entering): Promise<SandboxedCommand> => {
    const marks = marked.map(({ mark }) => mark)
    const { root, settings, cwd } = job
    const folders = marks.map((mark) => mark.root).filter((folder) => folder !== root)
    const { home, appHome } = deps
    const standing = job.standing.map((each) => ({ ...each, grants: [...each.grants, ...job.once] }))
    const [git, listening, temp, closed, doors] = await Promise.all([
      findGitPlaces([...new Set(marks.flatMap(closedRepositories))]),
      deps.sockets(),
      deps.tempOf(job.session),
      findClosedIn([root, ...folders], { root, home, standing, covers: deps.covers }),
      findDoors([root, ...folders]),
      Promise.all(marked.map(({ kept }) => kept.ready)),
    ])
    const mayChange = job.opensGitSettings || maySettle(standing)
    const opened = mayChange ? await readSettings([root, ...folders], git.settings) : []
    const isClosed = (path: string) => !opened.some(({ file }) => file === path)
    const { named } = job
    const places = withClosed(
      placesFor({ root, folders, home, appHome, settings, standing, named, isClosed }),
      {
        ...closed,
        hidden: [...closed.hidden, ...doors.pipes, ...doors.unsearched],
        readOnly: [...closed.readOnly, ...marks.flatMap(closedSteering).filter(isClosed)],
      },
    )
    const readOnly = git.readOnly.filter(isClosed)
    const sockets = [...listening, ...doors.sockets]
    const programs = (job.environment['PATH'] ?? '').split(':').filter((path) => path.startsWith('/'))
    // The network first: it waits for the system while places are looked at.
    const [network, resolved] = await Promise.all([
      settings.network === 'off' ? NO_NETWORK : deps.openNetwork(standing, job.reach === true),
      preparePlaces({ root, home, places, git: { ...git, readOnly }, sockets, programs }),
    ])
    const profile: SandboxProfile = {
      root,
      temp,
      filter: deps.filter,
      asRoot: deps.asRoot,
      ...resolved,
      ...pick(network),
      ...(cwd === undefined ? {} : { cwd }),
      replaced: await ownFolders(deps, root, resolved.replaced),
      startMark: `.orrery-begun-${randomUUID()}`,
      limits: limitsOf(settings, deps),
    }
    const watched = watchSettings(opened)
    const guarded = marked.map(guard.watch)
    const limited = kind === 'bubblewrap' ? limitsOn(profile, deps) : null
    const rules = rulesOf({ kind, profile, network, settings, deps, closed })
    return {
      program: launcher.wrap(profile, job.program),
      environment: { ...job.environment, ...variables(profile, launcher.proxyAddress(profile), kind) },
      rules,
      dial: network.dial,
      leave: async (output, failed) => {
        const [changed, limit] = await Promise.all([watched.close(), limited?.stop() ?? []])
        const [{ reached, blocked }, steering, begun] = await Promise.all([
          network.close(),
          closeGuards(guarded, root),
          kind === 'seatbelt' || takeMark(join(temp, profile.startMark)),
        ])
        countUses(standing, reached)
        const seen = failed ? blocksIn(output, { root, home, hidden: hiddenIn(resolved) }) : []
        const all = [...blocked, ...withoutHosts(seen, blocked), ...steering, ...changed, ...limit]
        // A command can remove the mark. Without a complaint of bubblewrap it has begun, and must not run twice.
        return {
          receipt: { rules, reached: [...reached], blocked: all, outside: false },
          begun: begun || !failed || !output.startsWith(COMPLAINT),
        }
      },
    }
  }
  return {
    /** Returns the rights of a command here, without preparing one. Null where this machine has no sandbox. */
    describe: (place: SandboxPlace) => describePlace(deps, place),
    /** Checks what commands left that ran when the app was killed. */
    checkAgain: guard.checkAgain,
    /** Prepares a command. Null where this machine has no sandbox. */
    enter: async (job: SandboxJob): Promise<SandboxedCommand | null> => {
      if (launcher === null || !deps.support.available) return null
      const { kind } = deps.support
      const marked: Marked[] = []
      try {
        for (const folder of [job.root, ...(await unmoved(job.folders))]) {
          marked.push(await guard.mark(folder, deps.home, job.session))
        }
        return await enterMarked({ job, marked, kind, launcher })
      } catch (error) {
        for (const { kept } of marked) await kept.drop()
        throw error
      }
    },
  }
}

/** The folders that commands of a project see instead of caches. */
async function ownFolders({ cacheOf }: CommandSandboxDeps, root: string, caches: readonly string[]) {
  return await Promise.all(caches.map(async (path) => ({ path, by: await cacheOf(root, path) })))
}

async function describePlace(
  deps: CommandSandboxDeps,
  { root, folders: given, settings, standing }: SandboxPlace,
): Promise<SandboxRules | null> {
  if (!deps.support.available) return null
  const { kind } = deps.support
  const { home, appHome, filter, asRoot } = deps
  const folders = await unmoved(given)
  const named = placesFor({ root, folders, home, appHome, settings, standing, named: [] })
  const closed = await findClosedIn([root, ...folders], { root, home, standing, covers: deps.covers })
  const git = { pinned: [], readOnly: [], settings: [] }
  const places = withClosed(named, closed)
  const resolved = await resolvePlaces({ root, home, places, git, sockets: [], programs: [] })
  const network = { ...NO_NETWORK, hosts: allowedHosts(standing) }
  const limits = limitsOf(settings, deps)
  return rulesOf({
    kind,
    profile: {
      root,
      temp: '',
      startMark: '',
      filter,
      asRoot,
      ...resolved,
      ...pick(network),
      replaced: [],
      limits,
    },
    network,
    settings,
    deps,
    closed,
  })
}

function limitsOn({ startMark, limits }: SandboxProfile, { clock }: CommandSandboxDeps) {
  return watchLimits({ mark: startMark, limits, clock, kill: endProcess })
}

function hiddenIn({ hiddenFolders, hiddenFiles }: Pick<SandboxProfile, 'hiddenFolders' | 'hiddenFiles'>) {
  return [...hiddenFolders, ...hiddenFiles]
}

function countUses(standing: readonly RuleSet[], reached: SandboxReceipt['reached']): void {
  const hosts = reached.map(({ name }) => name)
  for (const each of standing) each.used?.(grantsFor(each.grants, hosts))
}

/** Adds what rules with wildcards close in the project as it is now. */
function withClosed(places: Places, { hidden, readOnly, placed }: ClosedPlaces): Places {
  return {
    ...places,
    hidden: [...places.hidden, ...hidden],
    readOnly: [...places.readOnly, ...readOnly],
    placed: [...places.placed, ...placed],
  }
}

export type CommandSandbox = ReturnType<typeof createCommandSandbox>

/** The first words of bubblewrap's own errors. */
const COMPLAINT = 'bwrap: '

/** Removes the mark of a command that has begun; false where there is none. */
async function takeMark(file: string): Promise<boolean> {
  return (await unlessMissing(unlink(file).then(() => true))) ?? false
}

/** No host can be reached. */
export const NO_NETWORK: CommandNetwork = {
  link: null,
  proxyPort: null,
  forwards: [],
  hosts: [],
  dial: null,
  close: async () => ({ reached: [], blocked: [] }),
}

function pick({ link, proxyPort, forwards, dial }: CommandNetwork) {
  return { link, proxyPort, forwards, reach: dial !== null }
}

function limitsOf(settings: SandboxTable, deps: CommandSandboxDeps): SandboxProfile['limits'] {
  const memoryMb = settings.memoryMb ?? deps.memoryMb
  return {
    memoryBytes: memoryMb === null ? null : memoryMb * 1024 * 1024,
    processes: settings.processes ?? deps.processes,
  }
}

/** Variables that lead programs to the temporary folder and the proxy. */
function variables(
  profile: SandboxProfile,
  proxy: string | null,
  kind: SandboxRules['kind'],
): Record<string, string> {
  const temp = kind === 'bubblewrap' ? '/tmp' : profile.temp
  const folders = { TMPDIR: temp, TMP: temp, TEMP: temp }
  if (proxy === null) return folders
  const local = 'localhost,127.0.0.1,::1'
  return {
    ...folders,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    NO_PROXY: local,
    http_proxy: proxy,
    https_proxy: proxy,
    all_proxy: proxy,
    no_proxy: local,
    NODE_USE_ENV_PROXY: '1',
  }
}

type Described = {
  readonly kind: SandboxRules['kind']
  readonly profile: SandboxProfile
  readonly network: CommandNetwork
  readonly settings: SandboxTable
  readonly deps: CommandSandboxDeps
  readonly closed: ClosedPlaces
}

function rulesOf({ kind, profile, network, settings, deps, closed }: Described): SandboxRules {
  const { home } = deps
  const short = (path: string) => (holds(home, path) ? `~${path.slice(home.length)}` : path)
  const { memoryBytes, processes } = profile.limits
  return {
    kind,
    writes: profile.writable.map(short).sort(),
    hides: hiddenIn(profile).map(short).sort(),
    hosts: [...network.hosts],
    network: settings.network ?? 'ask',
    memoryMb: memoryBytes === null ? null : Math.round(memoryBytes / 1024 / 1024),
    processes,
    ...(closed.limited ? { searchLimited: true as const } : {}),
  }
}
