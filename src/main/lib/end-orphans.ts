import { readdir, readFile } from 'node:fs/promises'

/** The variable that says to which home a program belongs, and to which start of the app on it. */
export const OWNER = 'ORRERY_OWNER'

/** A home, and what tells this start of the app on it from all others. */
export type Owner = { readonly home: string; readonly start: string }

/** What programs of this start carry in `OWNER`. */
export const markOf = ({ home, start }: Owner): string => `${home}.${start}`

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
 * Only Linux shows the environment of other processes; elsewhere nothing is known and nothing is ended: see
 * docs/decisions/0050-programs-have-a-keeper.md. Answers how many were ended.
 */
export async function endOrphans(owner: Owner, deps: Deps): Promise<number> {
  if (deps.platform !== 'linux') return 0
  const pids = (await readdir(deps.processes)).map(Number).filter((pid) => pid > 1 && pid !== deps.self)
  let ended = 0
  for (const pid of pids) {
    if (!(await isLeftBehind(`${deps.processes}/${pid}/environ`, owner))) continue
    try {
      deps.kill(pid)
      ended += 1
    } catch (error) {
      // It may have ended by itself a moment ago.
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
  return ended
}

/** Processes come and go while they are looked at, and those of other people cannot be read. */
async function isLeftBehind(file: string, owner: Owner): Promise<boolean> {
  try {
    const mark = (await readFile(file, 'utf8')).split('\0').find((entry) => entry.startsWith(`${OWNER}=`))
    // Versions before this one named the home only.
    const [home, start] = mark?.slice(OWNER.length + 1).split('.') ?? []
    return home === owner.home && start !== owner.start
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
