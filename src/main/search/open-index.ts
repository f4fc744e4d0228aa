import BetterSqlite3 from 'better-sqlite3'
import type { CheckPiece } from '#shared/search/check.ts'
import { checkPiece } from './check-pieces.ts'
import { discardIndexFile, forgetParts, isDamage, openIndexFile } from './index-file.ts'
import type { IndexPart, IndexPlace, OpenPart } from './index-part.ts'
import { LogDamage, watchedLog } from './watched-log.ts'

type Deps = {
  readonly file: string
  /** `orrery.db`, which is there already. */
  readonly logFile: string
  /** The folder of what is stored beside it. */
  readonly blobs: string
  readonly parts: readonly IndexPart[]
  /** Reports that the index was damaged and is being rebuilt. */
  readonly reportDamage: (error: unknown) => void
  /** Told once when `orrery.db` itself cannot be read whole. The index stays as it is, without what is in there. */
  readonly reportLogDamage: (error: LogDamage) => void
}

/** Maximum wait for main's lock on the log, in milliseconds. */
const BUSY_MS = 5_000

/** The index with its parts. It belongs to the worker; tests open it where they are. */
export type Index = {
  /** Writes one small piece of one part. False: there is nothing left to write. */
  readonly step: () => boolean
  readonly changed: (part: string, ids: readonly string[]) => void
  readonly ask: (part: string, question: unknown) => unknown
  /** Throws away what was written, but for parts that stay, and begins again. */
  readonly rebuild: () => void
  /** One piece of looking through both files. Null: there are no more. */
  readonly check: (piece: number) => CheckPiece | null
  readonly close: () => void
}

type Opened = {
  readonly part: (name: string) => OpenPart
  readonly changed: (part: string, ids: readonly string[]) => void
  readonly step: () => boolean
  readonly check: (piece: number) => CheckPiece | null
  readonly close: () => void
}

/**
 * The index file is opened with the first call. Damage to the index, whenever it shows, makes a new one from the log;
 * damage to the log does not: what the index still knows may be all that is found.
 */
export function openIndex(deps: Deps): Index {
  const unwatched = new BetterSqlite3(deps.logFile, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  const log = watchedLog(unwatched)
  let told = false
  const reportOnce = (error: LogDamage) => {
    if (!told) deps.reportLogDamage(error)
    told = true
  }
  const openAll = () => openParts({ ...deps, reportLogDamage: reportOnce }, log)
  let opened: Opened | null = null

  const healing = <T>(act: (parts: Opened) => T): T => {
    try {
      opened ??= openAll()
      return act(opened)
    } catch (error) {
      if (!isDamage(error)) throw error
      deps.reportDamage(error)
      opened?.close()
      discardIndexFile(deps.file)
      opened = openAll()
      return act(opened)
    }
  }
  return {
    step: () => reading(() => healing(({ step }) => step()), { otherwise: false, report: reportOnce }),
    changed: (name, ids) => healing(({ changed }) => changed(name, ids)),
    ask: (name, question) => healing(({ part }) => part(name).ask(question)),
    check: (piece) => healing(({ check }) => check(piece)),
    rebuild: () => {
      const names = deps.parts.filter(({ stays }) => stays !== true).map(({ name }) => name)
      // An index that cannot be opened is deleted as a whole.
      healing(() => {})
      opened?.close()
      opened = null
      forgetParts(deps.file, names)
      healing(() => {})
    },
    close: () => {
      opened?.close()
      log.close()
    },
  }
}

/** The result of a call when the log is unreadable. */
type Unread<T> = { readonly otherwise: T; readonly report: (error: LogDamage) => void }

function reading<T>(act: () => T, { otherwise, report }: Unread<T>): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error
    report(error)
    return otherwise
  }
}

function openParts(
  { file, parts, blobs, reportLogDamage: report }: Deps,
  log: BetterSqlite3.Database,
): Opened {
  const index = openIndexFile(file, parts)
  try {
    const open = parts.map((part) => ({ name: part.name, ...part.open({ index, log, blobs }) }))
    for (const part of open) reading(part.compare, { otherwise: undefined, report })
    const named = (name: string) => {
      const found = open.find((part) => part.name === name)
      if (found === undefined) throw new Error(`The index has no part named ${name}.`)
      return found
    }
    return {
      part: named,
      ...stepper({ index, log }, { parts: open, named, report }),
      check: (piece) => checkPiece({ log, index, parts: open.flatMap(({ check }) => check ?? []) }, piece),
      close: () => void index.close(),
    }
  } catch (error) {
    index.close()
    throw error
  }
}

type Turns = {
  readonly parts: readonly OpenPart[]
  readonly named: (name: string) => OpenPart
  readonly report: (error: LogDamage) => void
}

/**
 * Creates the round-robin over parts, so that a large one does not block another. A part that met damage in
 * the log pauses until the next change, because the same step would fail again.
 */
function stepper({ index, log }: Pick<IndexPlace, 'index' | 'log'>, { parts, named, report }: Turns) {
  // One state of the log for a piece: for each other state SQLite reads again what it had at hand.
  const read = log.transaction((part: OpenPart) => part.step())
  const stepOf = index.transaction((part: OpenPart) => read(part))
  const resting = new Set<OpenPart>()
  let turn = 0
  return {
    changed: (name: string, ids: readonly string[]): void => {
      const part = named(name)
      resting.delete(part)
      part.changed(ids)
    },
    step: (): boolean => {
      for (let asked = 0; asked < parts.length; asked += 1) {
        const part = parts[turn % parts.length]
        turn += 1
        if (part === undefined || resting.has(part)) continue
        const rest = (error: LogDamage) => {
          resting.add(part)
          report(error)
        }
        if (reading(() => stepOf(part), { otherwise: false, report: rest })) return true
      }
      return false
    },
  }
}
