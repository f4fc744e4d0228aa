import type { SessionId } from '#shared/ids.ts'
import type { OwnKind, ProcessLine, ProcessOwner } from '#shared/process/process.ts'
import { KEEPER_NAME } from './keeper.ts'
import type { Seen } from './processes.ts'
import type { StartedProgram } from './registry.ts'
import type { StartedThread } from './threads.ts'

/** Processor time by process, at a moment of a clock that only goes forward. */
export type Look = {
  readonly at: number
  readonly cpuMs: ReadonlyMap<number, number>
  /** The same of threads, by the number of who started them. */
  readonly busyMs: ReadonlyMap<number, number>
}

export type LinesInput = {
  readonly seen: readonly Seen[]
  /** The process of the app from which all others come. */
  readonly self: number
  readonly programs: readonly (readonly [number, StartedProgram])[]
  readonly threads: readonly (readonly [number, StartedThread])[]
  readonly titleOf: (sessionId: SessionId) => string
  readonly before: Look | null
  /** Now, for the clock on the wall and for the one that only goes forward. */
  readonly now: number
  readonly at: number
}

/** The lines of the panel: each program of an agent with all it has started, the processes of the app, and its threads. */
export function processLines(input: LinesInput): { readonly lines: ProcessLine[]; readonly look: Look } {
  const { seen, self, programs } = input
  const children = childrenOf(seen)
  const taken = new Set<number>()
  const heads = new Set(programs.map(([, { pid }]) => pid))
  const lines = programs.flatMap(([number, program]) => {
    // A program that was started by another one, as a command by the tools of its agent, has a line of its own.
    const isOther = (pid: number) => pid !== program.pid && heads.has(pid)
    const members = treeOf(program.pid, seen, children, isOther)
    for (const { pid } of members) taken.add(pid)
    const head = members.find(({ pid }) => pid === program.pid) ?? members[0]
    if (head === undefined) return []
    const owner = ownerOf(input, program)
    const { kind, command } = program
    return [
      lineOf(
        input,
        members,
        { id: `prog_${number}`, kind, owner, command, pid: program.pid, canStop: true },
        head,
      ),
    ]
  })
  const own = treeOf(self, seen, children, () => false).filter(({ pid }) => !taken.has(pid))
  const hosts = hostsOfTerminals(input)
  const kindOf = ({ pid, command }: Seen): OwnKind =>
    pid === self ? 'app' : hosts.has(pid) ? 'terminals' : ownKindOf(command)
  const rest = own.map((each) =>
    lineOf(
      input,
      [each],
      {
        id: `pid_${each.pid}`,
        kind: kindOf(each),
        owner: null,
        command: each.command,
        pid: each.pid,
        canStop: false,
      },
      each,
    ),
  )
  const cpuMs = new Map(seen.map(({ pid, cpuMs: ms }) => [pid, ms]))
  const busyMs = new Map(input.threads.map(([number, thread]) => [number, thread.busyMs()]))
  const look = { at: input.at, cpuMs, busyMs }
  return { lines: [...lines, ...rest, ...threadLines(input, look)], look }
}

/** Returns the processes that hold terminals: the parents of the shells. */
function hostsOfTerminals({ programs, seen }: LinesInput): ReadonlySet<number> {
  const shells = new Set(programs.flatMap(([, { kind, pid }]) => (kind === 'terminal' ? [pid] : [])))
  return new Set(seen.filter(({ pid }) => shells.has(pid)).map(({ parent }) => parent))
}

function ownerOf({ titleOf }: LinesInput, { owner }: StartedProgram): ProcessOwner | null {
  return owner === null ? null : { ...owner, title: titleOf(owner.sessionId) }
}

function threadLines({ threads, before }: LinesInput, { at, busyMs }: Look): ProcessLine[] {
  const passed = before === null ? 0 : at - before.at
  return threads.map(([number, { kind, task, startedAt }]) => {
    const used = (busyMs.get(number) ?? 0) - (before?.busyMs.get(number) ?? 0)
    return {
      id: `thread_${number}`,
      kind,
      owner: null,
      command: task() ?? '',
      pid: null,
      count: 1,
      cpu: passed <= 0 ? null : Math.min(1, Math.max(0, used / passed)),
      memory: null,
      startedAt,
      canStop: false,
    }
  })
}

type Known = Pick<ProcessLine, 'id' | 'kind' | 'owner' | 'command' | 'pid' | 'canStop'>

function lineOf(
  { before, at, now }: LinesInput,
  members: readonly Seen[],
  known: Known,
  head: Seen,
): ProcessLine {
  const passed = before === null ? 0 : at - before.at
  // One that was not there at the last look has used all its time since.
  const used = members.reduce((sum, each) => sum + each.cpuMs - (before?.cpuMs.get(each.pid) ?? 0), 0)
  return {
    ...known,
    count: members.length,
    cpu: passed <= 0 ? null : Math.max(0, used / passed),
    memory: members.reduce((sum, { memory }) => sum + memory, 0),
    startedAt: now - head.ageMs,
  }
}

function childrenOf(seen: readonly Seen[]): ReadonlyMap<number, readonly Seen[]> {
  const children = new Map<number, Seen[]>()
  for (const each of seen) {
    const known = children.get(each.parent)
    if (known === undefined) children.set(each.parent, [each])
    else known.push(each)
  }
  return children
}

/** A process, its group, and all that come from them, but for others and what comes from those. */
function treeOf(
  root: number,
  seen: readonly Seen[],
  children: ReadonlyMap<number, readonly Seen[]>,
  isOther: (pid: number) => boolean,
): Seen[] {
  const found = new Map<number, Seen>()
  const open = seen.filter(({ pid, group }) => pid === root || group === root)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next.pid) || isOther(next.pid)) continue
    found.set(next.pid, next)
    open.push(...(children.get(next.pid) ?? []))
  }
  return [...found.values()].toSorted((left, right) => left.pid - right.pid)
}

/**
 * Returns the role of a process from its command line. Windows and their helpers are processes of the
 * runtime.
 */
function ownKindOf(command: string): OwnKind {
  const type = /--type=([\w-]+)/.exec(command)?.[1]
  if (type === 'renderer') return 'window'
  if (type === 'gpu-process') return 'graphics'
  if (type === 'zygote' || type === 'broker') return 'starter'
  if (type === 'utility') return SERVICES[/--utility-sub-type=([\w.]+)/.exec(command)?.[1] ?? ''] ?? 'service'
  if (type !== undefined) return 'service'
  if (command.includes(` ${KEEPER_NAME} `)) return 'keeper'
  return /(^|[\\/])rg(\.exe)?( |$)/.test(command) ? 'search' : 'other'
}

/** Programs of ours in processes of their own are the tools of teammates, which have an owner, and the keychain. */
const SERVICES: Readonly<Record<string, OwnKind>> = {
  'network.mojom.NetworkService': 'network',
  'node.mojom.NodeService': 'keychain',
}
