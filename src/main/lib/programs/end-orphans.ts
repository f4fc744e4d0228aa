import { readdir, readFile } from 'node:fs/promises'
import { isErrno } from '../errno.ts'
import { isOfEarlierStart, readLockLimit } from './lock-limits.ts'
import { OWNER, type Owner, readOwner } from './owner-mark.ts'

type Deps = {
  readonly platform: NodeJS.Platform
  /** The folder in which Linux shows processes. */
  readonly processes: string
  readonly kill: (pid: number) => void
  /** Never ended. */
  readonly self: number
}

/**
 * Ends programs that an earlier start of the app on the same home left behind when it was killed together with the keeper.
 * Only Linux shows the environment and the limits of other processes; elsewhere nothing is known and nothing is ended: see
 * docs/decisions/0050-keeper-process.md. Answers how many were ended.
 */
export async function endOrphans(owner: Owner, deps: Deps): Promise<number> {
  if (deps.platform !== 'linux') return 0
  const pids = (await readdir(deps.processes)).map(Number).filter((pid) => pid > 1 && pid !== deps.self)
  let ended = 0
  for (const pid of pids) {
    if (!(await isLeftBehind(`${deps.processes}/${pid}`, owner))) continue
    try {
      deps.kill(pid)
      ended += 1
    } catch (error) {
      // The process may have ended a moment ago.
      if (!isErrno(error)) throw error
    }
  }
  return ended
}

/** Processes come and go while they are looked at, and those of other people cannot be read. */
async function isLeftBehind(process: string, owner: Owner): Promise<boolean> {
  const environment = await textOf(`${process}/environ`)
  const mark = environment.split('\0').find((entry) => entry.startsWith(`${OWNER}=`))
  if (mark === undefined) return isOfEarlierStart(readLockLimit(await textOf(`${process}/limits`)), owner)
  const { home, start } = readOwner(mark.slice(OWNER.length + 1))
  return home === owner.home && start !== owner.start
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error)) return ''
    throw error
  }
}
