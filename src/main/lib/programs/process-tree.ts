import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { win32 } from 'node:path'
import type { Clock } from '../clock.ts'
import { isErrno } from '../errno.ts'
import { readLockLimit } from './lock-limits.ts'

/**
 * A program that was started as the leader of its own process group (`detached` on POSIX), and everything it
 * started. `mark` is a variable of its environment, `NAME=value`, and `lockLimit` a limit that it inherits, by which
 * strays are known on Linux.
 */
export type ProcessRoot = {
  readonly pid: number
  readonly mark: string | null
  readonly lockLimit?: string
  /** The program itself is a supervisor, which ends once nothing else is left. It gets no signal. */
  readonly supervised?: true
}

export type ProcessTree = {
  /** Ends all of it: politely first, by force after the grace. Resolves when nothing is left or nothing helps. */
  readonly end: (root: ProcessRoot, graceMs: number) => Promise<void>
  /** True while the group has members, for example programs left in the background. */
  readonly isAlive: (root: ProcessRoot) => Promise<boolean>
}

export type ProcessTreeDeps = { readonly platform: NodeJS.Platform; readonly clock: Clock }

type Listed = { readonly pid: number; readonly parent: number; readonly group: number }

const POLL_MS = 20
const FORCE_LIMIT_MS = 2000

/** The one place that knows how systems end a program with all its children. */
export function createProcessTree({ platform, clock }: ProcessTreeDeps): ProcessTree {
  const { end, isAlive } = platform === 'win32' ? windowsTree() : posixTree(platform, clock)
  // To a system 0 means "my own group" and 1 is what started it.
  const isReal = ({ pid }: ProcessRoot) => pid > 1
  return {
    end: async (root, graceMs) => (isReal(root) ? await end(root, graceMs) : undefined),
    isAlive: async (root) => isReal(root) && (await isAlive(root)),
  }
}

/** The program and arguments that end a tree on Windows. By its whole path: a folder could bring one of its own. */
export function taskkillCommand(pid: number, systemRoot: string): { file: string; args: string[] } {
  const file = win32.join(systemRoot, 'System32', 'taskkill.exe')
  return { file, args: ['/pid', String(pid), '/T', '/F'] }
}

function windowsTree(): ProcessTree {
  return {
    end: ({ pid }) => {
      const { file, args } = taskkillCommand(pid, process.env['SystemRoot'] ?? 'C:\\Windows')
      return new Promise((resolve) => {
        // It fails when the tree is already gone, which is what was wanted.
        execFile(file, args, { timeout: 10_000, windowsHide: true }, () => resolve())
      })
    },
    isAlive: async ({ pid }) => signalled(pid, 0),
  }
}

function posixTree(platform: NodeJS.Platform, clock: Clock): ProcessTree {
  const look = createSharedLook(lookAtProc)
  const members = async (root: ProcessRoot, known: readonly Listed[]): Promise<Listed[]> => {
    const seen =
      platform === 'linux' ? await look(root.pid) : { all: await listFromPs(), marks: null, limits: null }
    const { all, marks, limits } = seen
    const mine = new Set(known.map((each) => each.pid))
    if (marks !== null && root.mark !== null) {
      for (const pid of await markedBy(root.mark, marks())) mine.add(pid)
    }
    if (limits !== null && root.lockLimit !== undefined) {
      for (const { pid, text } of await limits()) if (text === root.lockLimit) mine.add(pid)
    }
    const found = withDescendants(all, (each) => each.group === root.pid || mine.has(each.pid))
    return root.supervised === true ? found.filter(({ pid }) => pid !== root.pid) : found
  }

  /** Sends a signal to all of it, also to what is born meanwhile, and waits until it is gone or time is up. */
  const press = async (
    root: ProcessRoot,
    name: NodeJS.Signals,
    known: readonly Listed[],
    limitMs: number,
  ) => {
    const deadline = clock.elapsed() + limitMs
    const told = new Set<number>()
    for (let left = known; left.length > 0; left = await members(root, left)) {
      if (told.size > 0 && clock.elapsed() >= deadline) return left
      const untold = left.filter((each) => !told.has(each.pid))
      send(root, untold, name)
      for (const each of untold) told.add(each.pid)
      await clock.after(POLL_MS, AbortSignal.timeout(limitMs + 1000))
    }
    return []
  }

  const send = (root: ProcessRoot, targets: readonly Listed[], name: NodeJS.Signals) => {
    const asGroup = root.supervised !== true && targets.some((each) => each.group === root.pid)
    if (asGroup) signalled(-root.pid, name)
    for (const each of targets) if (!asGroup || each.group !== root.pid) signalled(each.pid, name)
  }

  const end = async (root: ProcessRoot, graceMs: number) => {
    // Once a parent is gone its children can no longer be told from others, so they are noted first.
    const stubborn = await press(root, 'SIGTERM', await members(root, []), graceMs)
    await press(root, 'SIGKILL', stubborn, FORCE_LIMIT_MS)
  }

  return { end, isAlive: async (root) => (await members(root, [])).length > 0 }
}

/** Sends a signal. Returns false when the process is gone. */
function signalled(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (isErrno(error, 'EPERM')) return true
    if (isErrno(error, 'ESRCH')) return false
    throw error
  }
}

function withDescendants(all: readonly Listed[], isRoot: (each: Listed) => boolean): Listed[] {
  const chosen = new Map(all.filter(isRoot).map((each) => [each.pid, each]))
  for (let grew = true; grew; ) {
    grew = false
    for (const each of all) {
      if (chosen.has(each.pid) || !chosen.has(each.parent)) continue
      chosen.set(each.pid, each)
      grew = true
    }
  }
  return [...chosen.values()]
}

/**
 * Every living process that is not older than `first`, which is all that it can have started. One that has ended
 * and waits to be collected does not count.
 */
async function listFromProc(first: number): Promise<Listed[]> {
  // Numbers are given in order and start again at the top; after that the order says nothing.
  const newest = Number((await textOf('/proc/loadavg')).trim().split(' ').at(-1))
  const names = (await readdir('/proc')).filter(
    (name) => /^\d+$/.test(name) && (Number(name) >= first || !(newest >= first)),
  )
  const stats = await Promise.all(names.map((name) => textOf(`/proc/${name}/stat`)))
  return stats.flatMap((stat) => {
    // The program's name stands in brackets and may contain anything.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const pid = Number.parseInt(stat, 10)
    const isLiving = Number.isInteger(pid) && state !== 'Z' && state !== 'X'
    return isLiving ? [{ pid, parent: Number(parent), group: Number(group) }] : []
  })
}

async function listFromPs(): Promise<Listed[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const args = ['-A', '-o', 'pid=,ppid=,pgid=,state=']
    execFile('/bin/ps', args, { timeout: 5000, maxBuffer: 16 * 1024 * 1024 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
  })
  return parsePs(output)
}

/** Reads what `ps -o pid=,ppid=,pgid=,state=` prints. */
export function parsePs(output: string): Listed[] {
  return output.split('\n').flatMap((line) => {
    const [pid, parent, group, state = ''] = line.trim().split(/\s+/)
    const isWhole = [pid, parent, group].every((number) => number !== undefined && /^\d+$/.test(number))
    const isLiving = isWhole && !state.startsWith('Z')
    return isLiving ? [{ pid: Number(pid), parent: Number(parent), group: Number(group) }] : []
  })
}

type TextOfProcess = { readonly pid: number; readonly text: string }

/** The processes as they were at one moment. Their environments and limits are read when they are asked for. */
type Look = {
  readonly all: readonly Listed[]
  readonly marks: () => Promise<readonly TextOfProcess[]>
  readonly limits: () => Promise<readonly TextOfProcess[]>
}

async function lookAtProc(first: number): Promise<Look> {
  const all = await listFromProc(first)
  let environments: Promise<readonly TextOfProcess[]> | null = null
  let limits: Promise<readonly TextOfProcess[]> | null = null
  const read = (name: string, part: (text: string) => string) =>
    Promise.all(all.map(async ({ pid }) => ({ pid, text: part(await textOf(`/proc/${pid}/${name}`)) })))
  return {
    all,
    marks: () => {
      environments ??= read('environ', (text) => text)
      return environments
    },
    limits: () => {
      limits ??= read('limits', readLockLimit)
      return limits
    },
  }
}

/**
 * Shares process table reads. Each caller gets a read that begins after the call, and simultaneous callers
 * get the same one. Ending fifty programs at once then costs as many reads as ending one.
 */
function createSharedLook(read: (first: number) => Promise<Look>): (first: number) => Promise<Look> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { first: number; readonly look: Promise<Look> } | null = null
  return (first) => {
    if (next !== null) {
      next.first = Math.min(next.first, first)
      return next.look
    }
    const look = running.then(() => {
      const from = next?.first ?? first
      next = null
      return read(from)
    })
    next = { first, look }
    // The next look begins after this one however it ended; who asked for it hears why it failed.
    running = look.catch(() => undefined)
    return look
  }
}

async function markedBy(mark: string, environments: Promise<readonly TextOfProcess[]>): Promise<number[]> {
  const marked = (await environments).filter(({ text }) => text.split('\0').includes(mark))
  return marked.map(({ pid }) => pid)
}

/** A file of `/proc`, or nothing: processes come and go, and those of others are closed. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const expected = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM']
    if (isErrno(error, ...expected)) return ''
    throw error
  }
}
