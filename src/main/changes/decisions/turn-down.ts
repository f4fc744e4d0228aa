import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { readWorkFile, type WorkFile, writeWorkFile } from '../work-file.ts'
import { anchorAt, findAnchor, indexLines, linesOf } from './anchor.ts'
import type { Decision } from './decision-rows.ts'
import type { Decisions } from './decisions.ts'
import { rejectionText } from './rejection-text.ts'
import { type Exchange, exchangeLines } from './revert-lines.ts'

export type TurnDownDeps = {
  readonly decisions: Decisions
  readonly join: (...parts: string[]) => string
  /** Adds a text to a chat that the agent reads with its next message. `paths` are for the person. */
  readonly tell: (sessionId: SessionId, text: string, paths: readonly string[]) => void
}

type Place = { readonly placeId: ChangePlaceId; readonly top: string }

/** Takes rejected lines out of the files, puts them back, and tells the agent. */
export function createTurnDown({ decisions, join, tell }: TurnDownDeps) {
  /** Reverts the queued rejections of a project. No agent may be running in it. Throws after all files were tried. */
  const settle = async ({ placeId, top }: Place): Promise<void> => {
    const settled: Decision[] = []
    const failures: AppError[] = []
    const queued = decisions.queued(placeId)
    for (const path of new Set(queued.map((each) => each.path))) {
      const own = queued.filter((each) => each.path === path)
      const reverted = await revert(join(top, path), path, own).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        failures.push(error)
        return own.map(missed)
      })
      decisions.save(reverted)
      settled.push(...reverted)
    }
    for (const sessionId of new Set(settled.map((each) => each.sessionId))) {
      if (sessionId === null) continue
      const own = settled.filter((each) => each.sessionId === sessionId)
      tell(sessionId, rejectionText(own), [...new Set(own.map(({ path }) => path))])
    }
    const [failure] = failures
    if (failure !== undefined) throw failure
  }

  /** Takes decisions back. Lines that were taken out are put back where they were. */
  const undo = async ({ placeId, top }: Place, ids: readonly number[]): Promise<void> => {
    const found = decisions.byIds(placeId, ids)
    const back = found.filter(({ state }) => state === 'done')
    for (const path of new Set(back.map((each) => each.path))) {
      const own = back.filter((each) => each.path === path)
      await putBack(join(top, path), path, own)
      decisions.drop(own.map(({ id }) => id))
    }
    decisions.drop(found.map(({ id }) => id))
    for (const sessionId of new Set(back.map((each) => each.sessionId))) {
      if (sessionId === null) continue
      const paths = [...new Set(back.filter((each) => each.sessionId === sessionId).map(({ path }) => path))]
      tell(
        sessionId,
        `The person took a rejection back. These files have your lines again: ${paths.join(', ')}`,
        paths,
      )
    }
  }
  return { settle, undo }
}

const missed = (decision: Decision): Decision => ({ ...decision, state: 'missed' })

const textIn = (file: WorkFile): string => (file.kind === 'text' ? file.text : '')

/** Reverts rejected lines in one file. Lines that are not found are left, and the decision says so. */
async function revert(path: string, shown: string, own: readonly Decision[]): Promise<readonly Decision[]> {
  const file = await readWorkFile(path)
  if (file.kind === 'other') return own.map(missed)
  const lines = linesOf(textIn(file))
  const index = indexLines(lines)
  const found = own.map((decision) => ({ decision, place: findAnchor(index, decision.anchor) }))
  const exchanges: Exchange[] = found.flatMap(({ decision, place }) =>
    place.kind === 'exact' ? [{ start: place.start, end: place.end, lines: decision.anchor.old }] : [],
  )
  if (exchanges.length === 0) return own.map(missed)
  const next = exchangeLines(lines, exchanges)
  const removes = next.length === 0 && own.some(({ whole }) => whole === 'created')
  await writeWorkFile(path, shown, file, removes ? null : next.join(''))
  const after = indexLines(next)
  return found.map(({ decision, place }) => {
    if (place.kind !== 'exact') return missed(decision)
    const before = exchanges.filter(({ start }) => start < place.start)
    const moved = before.reduce((sum, each) => sum + each.lines.length - (each.end - each.start), 0)
    const start = place.start + moved
    const old = lines.slice(place.start, place.end)
    const end = start + decision.anchor.old.length
    // The record now describes the reverted lines, so that they are found again for an undo.
    return { ...decision, state: 'done', anchor: anchorAt(after, { old, start, end }) }
  })
}

/** Puts rejected lines back. Nothing is changed where their place has changed. */
async function putBack(path: string, shown: string, own: readonly Decision[]): Promise<void> {
  const file = await readWorkFile(path)
  const conflict = () => AppError.saying('other', say('changes.restoreConflict', { path: shown }))
  if (file.kind === 'other') throw conflict()
  const lines = linesOf(textIn(file))
  const index = indexLines(lines)
  const exchanges = own.map(({ anchor }): Exchange => {
    const place = findAnchor(index, anchor)
    if (place.kind !== 'exact') throw conflict()
    return { start: place.start, end: place.end, lines: anchor.old }
  })
  const next = exchangeLines(lines, exchanges)
  const removes = next.length === 0 && own.some(({ whole }) => whole === 'deleted')
  await writeWorkFile(path, shown, file, removes ? null : next.join(''))
}
