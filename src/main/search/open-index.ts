import BetterSqlite3 from 'better-sqlite3'
import type { CheckPiece } from '#shared/search/check.ts'
import { checkPiece } from './check-pieces.ts'
import { discardIndexFile, forgetParts, isDamage, openIndexFile } from './index-file.ts'
import type { IndexPart, OpenPart } from './index-part.ts'

type Deps = {
  readonly file: string
  /** `orrery.db`, which is there already. */
  readonly logFile: string
  /** The folder of what is stored beside it. */
  readonly blobs: string
  readonly parts: readonly IndexPart[]
  /** Told when the index was found damaged and is made anew. */
  readonly reportDamage: (error: unknown) => void
}

/** How long main may hold the log, in milliseconds. */
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
  readonly step: () => boolean
  readonly check: (piece: number) => CheckPiece | null
  readonly close: () => void
}

/** The index file is opened with the first call. Damage to the index, whenever it shows, makes a new one from the log. */
export function openIndex(deps: Deps): Index {
  const log = new BetterSqlite3(deps.logFile, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  let opened: Opened | null = null

  const healing = <T>(act: (parts: Opened) => T): T => {
    try {
      opened ??= openParts(deps, log)
      return act(opened)
    } catch (error) {
      if (!isDamage(error)) throw error
      deps.reportDamage(error)
      opened?.close()
      discardIndexFile(deps.file)
      opened = openParts(deps, log)
      return act(opened)
    }
  }
  return {
    step: () => healing(({ step }) => step()),
    changed: (name, ids) => healing(({ part }) => part(name).changed(ids)),
    ask: (name, question) => healing(({ part }) => part(name).ask(question)),
    check: (piece) => healing(({ check }) => check(piece)),
    rebuild: () => {
      const names = deps.parts.filter(({ stays }) => stays !== true).map(({ name }) => name)
      // What cannot even be opened is thrown away as a whole.
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

function openParts({ file, parts, blobs }: Deps, log: BetterSqlite3.Database): Opened {
  const index = openIndexFile(file, parts)
  try {
    const open = parts.map((part) => ({ name: part.name, ...part.open({ index, log, blobs }) }))
    for (const part of open) part.compare()
    return {
      part: (name) => {
        const found = open.find((part) => part.name === name)
        if (found === undefined) throw new Error(`The index has no part named ${name}.`)
        return found
      },
      step: stepper(index, open),
      check: (piece) => checkPiece({ log, index, parts: open.flatMap(({ check }) => check ?? []) }, piece),
      close: () => void index.close(),
    }
  } catch (error) {
    index.close()
    throw error
  }
}

/** Parts take turns, so that one with much to write does not hold up another. */
function stepper(index: BetterSqlite3.Database, parts: readonly OpenPart[]): () => boolean {
  const stepOf = index.transaction((part: OpenPart) => part.step())
  let turn = 0
  return () => {
    for (let asked = 0; asked < parts.length; asked += 1) {
      const part = parts[turn % parts.length]
      turn += 1
      if (part !== undefined && stepOf(part)) return true
    }
    return false
  }
}
