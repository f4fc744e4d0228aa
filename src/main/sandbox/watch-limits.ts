import { readdir, readFile, readlink, stat, statfs } from 'node:fs/promises'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import type { SandboxProfile } from './sandbox-profile.ts'

/** The pause between two measurements, in milliseconds. */
const PAUSE_MS = 300
/** With more programs, files without a name are measured at every such measurement: each program has many files. */
const EACH_FILES = 4
const FEW_PROGRAMS = 16
const KIBIBYTE = 1024
const BLOCK = 512
/** Folders in memory that a command can fill. */
const IN_MEMORY = ['dev/shm', 'var/tmp', 'run']

export type LimitWatch = {
  /** The words that tell the command line of the sandbox from all others. */
  readonly mark: string
  readonly limits: SandboxProfile['limits']
  readonly clock: Clock
  readonly kill: (pid: number) => void
}

/**
 * Measures a running sandbox as a whole: limits of the system count each program alone, do not count memory that programs
 * share, and do not count the processes of root. Ends all of it where it takes more. `stop` returns the reached limit.
 */
export function watchLimits({ mark, limits, clock, kill }: LimitWatch) {
  const over = new AbortController()
  let reached: SandboxBlock[] = []
  let outer: number | null = null
  let count = 0
  const measure = async (): Promise<void> => {
    outer ??= await findSandbox(mark)
    if (outer === null) return
    const pids = await descendants(outer)
    const withFiles = pids.length <= FEW_PROGRAMS || count % EACH_FILES === 0
    const block = await exceeded(pids, limits, withFiles)
    count += 1
    if (block === null) return
    reached = [block]
    // The first process inside: the others end with it.
    for (const pid of await childrenOf(outer)) kill(pid)
  }
  const pause = () =>
    clock.after(PAUSE_MS, over.signal).then(
      () => true,
      () => false,
    )
  const measurements = (async () => {
    // Processes come and go while they are measured.
    while (reached.length === 0 && (await pause())) await measure().catch(ignoreMissing)
  })()
  return {
    stop: async (): Promise<SandboxBlock[]> => {
      over.abort()
      await measurements
      return reached
    },
  }
}

/** Ends a process at once, where it is still there. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error
  }
}

function ignoreMissing(error: unknown): void {
  if (!isErrno(error)) throw error
}

async function exceeded(
  pids: readonly number[],
  { memoryBytes, processes }: SandboxProfile['limits'],
  withFiles: boolean,
): Promise<SandboxBlock | null> {
  if (processes !== null && pids.length > processes)
    return { what: 'processes', name: String(processes), tries: 1 }
  if (memoryBytes === null) return null
  const inMemory = await folderBytes(pids)
  const files = withFiles ? await namelessBytes(pids) : 0
  const quick = await Promise.all(pids.map(residentBytes))
  if (sum(quick) + inMemory + files <= memoryBytes) return null
  // Memory that processes share was counted once for each of them, and that of mapped files twice.
  const exact = await Promise.all(pids.map(sharedOut))
  const own = sum(exact.map(({ own: bytes }) => bytes))
  const shared = sum(exact.map(({ shared: bytes }) => bytes))
  if (own + Math.max(shared, inMemory + files) <= memoryBytes) return null
  return { what: 'memory', name: `${Math.round(memoryBytes / KIBIBYTE / KIBIBYTE)} MiB`, tries: 1 }
}

/** The process of bubblewrap outside of the sandbox it made; null before it started. */
async function findSandbox(mark: string): Promise<number | null> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    names.map(async (name) => ({ pid: Number(name), line: await textOf(`/proc/${name}/cmdline`) })),
  )
  const marked = lines.filter(({ line }) => line.includes(mark)).map(({ pid }) => pid)
  const depths = await Promise.all(
    marked.map(async (pid) => ({ pid, depth: numbersOf(await textOf(`/proc/${pid}/status`), 'NSpid') })),
  )
  // Programs inside may carry the words too, and have a number in a namespace more.
  const here = numbersOf(await textOf('/proc/self/status'), 'NSpid').length
  return depths.find(({ depth }) => depth.length === here)?.pid ?? null
}

/** All processes below a process, without itself. */
async function descendants(pid: number): Promise<number[]> {
  const found: number[] = []
  let level = await childrenOf(pid)
  while (level.length > 0) {
    found.push(...level)
    level = (await Promise.all(level.map(childrenOf))).flat()
  }
  return found
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)))
  return lists.flatMap((list) => list.split(' ').filter((text) => text.trim() !== '')).map(Number)
}

async function residentBytes(pid: number): Promise<number> {
  const status = await textOf(`/proc/${pid}/status`)
  return sum(['RssAnon', 'RssShmem', 'VmSwap'].flatMap((name) => numbersOf(status, name))) * KIBIBYTE
}

async function sharedOut(pid: number): Promise<{ own: number; shared: number }> {
  const text = await textOf(`/proc/${pid}/smaps_rollup`)
  const of = (name: string) => sum(numbersOf(text, name)) * KIBIBYTE
  return { own: of('Pss_Anon') + of('SwapPss'), shared: of('Pss_Shmem') }
}

async function folderBytes(pids: readonly number[]): Promise<number> {
  const [first] = pids
  if (first === undefined) return 0
  const used = IN_MEMORY.map(async (name) => {
    const { blocks, bfree, bsize } = await statfs(`/proc/${first}/root/${name}`)
    return (blocks - bfree) * bsize
  })
  return sum(await Promise.all(used.map((bytes) => bytes.catch(() => 0))))
}

/** The size of files in memory without a name, each counted once. */
async function namelessBytes(pids: readonly number[]): Promise<number> {
  const sizes = new Map<number, number>()
  for (const pid of pids) {
    for (const name of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const path = `/proc/${pid}/fd/${name}`
      const target = await readlink(path).catch(() => '')
      if (!target.startsWith('/memfd:')) continue
      const found = await stat(path).catch(() => null)
      if (found !== null) sizes.set(found.ino, found.blocks * BLOCK)
    }
  }
  return sum([...sizes.values()])
}

/** The numbers of a line of a file of `/proc`. */
function numbersOf(text: string, name: string): number[] {
  const line = new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1] ?? ''
  return [...line.matchAll(/\d+/g)].map(([digits]) => Number(digits))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '')
}
