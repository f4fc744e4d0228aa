import { type ChangePart, type FileChange, OPEN_REVIEW } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { hunksById } from '../../git/hunk-ids.ts'
import { shownChange } from '../compare.ts'
import { linesOf } from '../decisions/anchor.ts'
import type { Chosen, Decisions } from '../decisions/decisions.ts'
import { reviewOf } from '../decisions/review-state.ts'
import { createTurnDown, type TurnDownDeps } from '../decisions/turn-down.ts'
import { readWorkFile } from '../work-file.ts'
import { type Comparison, compareFile, type ScopeDeps } from './comparisons.ts'
import type { Ground } from './ground.ts'

type Deps = Pick<TurnDownDeps, 'join' | 'tell'> & {
  readonly decisions: Decisions
  readonly scopes: ScopeDeps
}

/** Changes that the person decides about, in the comparison that shows them. */
export type DecisionRequest = Comparison & { readonly parts: readonly ChangePart[] }

export type Review = ReturnType<typeof createReview>

/** Draws changes with the person's decisions, and takes decisions. One at a time in a project. */
export function createReview({ decisions, scopes, join, tell }: Deps) {
  const turnDown = createTurnDown({ decisions, join, tell })
  const inTurn = createTurns()
  const placeOf = ({ placeId, repository }: Ground) => ({ placeId, top: repository.top })

  const chosenIn = async (
    ground: Ground,
    { parts, ...comparison }: DecisionRequest,
    signal: AbortSignal,
  ): Promise<readonly Chosen[]> => {
    const chosen: Chosen[] = []
    for (const part of parts) {
      try {
        chosen.push(await choose(ground, comparison, part, signal))
      } catch (error) {
        // Among several whole files, those without lines to decide about are passed over.
        const isPassedOver = parts.length > 1 && part.hunks === undefined && error instanceof AppError
        if (!isPassedOver) throw error
      }
    }
    return chosen
  }

  const choose = async (
    ground: Ground,
    comparison: Comparison,
    { path, hunks: ids, lines: positions }: ChangePart,
    signal: AbortSignal,
  ): Promise<Chosen> => {
    const request = { ...comparison, path, hideWhitespace: false }
    const { patch } = await compareFile(ground, request, scopes, signal)
    const now = await readWorkFile(join(ground.repository.top, path))
    const moved = () => AppError.saying('other', say('changes.moved', { path }))
    if (now.kind === 'other' || patch?.isBinary === true)
      throw AppError.saying('other', say('changes.notText', { path }))
    if (patch === null || patch.hunks.length === 0) throw moved()
    const byId = hunksById(path, patch.hunks)
    const hunks = (ids ?? [...byId.keys()]).map((id) => byId.get(id))
    if (!hunks.every((hunk) => hunk !== undefined)) throw moved()
    const isNew = patch.hunks.every(({ oldStart, lines }) => oldStart === 0 && lines.every(isAdded))
    return {
      path,
      lines: now.kind === 'text' ? linesOf(now.text) : [],
      hunks: hunks.map((hunk) => ({ hunk, chosen: positions === undefined ? null : new Set(positions) })),
      whole: now.kind === 'absent' ? 'deleted' : isNew ? 'created' : null,
    }
  }

  return {
    draw: async (
      ground: Ground,
      request: Comparison & { readonly path: string; readonly hideWhitespace: boolean },
      signal: AbortSignal,
    ): Promise<FileChange> => {
      const { file, patch, stageOf } = await compareFile(ground, request, scopes, signal)
      const marks = { stageOf, reviewOf: () => OPEN_REVIEW }
      const isDecided = request.scope !== 'staged' && !request.hideWhitespace
      const now = isDecided ? await readWorkFile(join(ground.repository.top, request.path)) : null
      if (now === null || now.kind === 'other') return shownChange(file, patch, marks)
      const lines = linesOf(now.kind === 'text' ? now.text : '')
      const { placed, index } = decisions.placedIn(ground.placeId, request.path, lines)
      if (placed.length === 0) return shownChange(file, patch, marks)
      return shownChange(file, patch, { stageOf, reviewOf: (hunk) => reviewOf(hunk, placed, index.lines) })
    },
    accept: (ground: Ground, request: DecisionRequest, signal: AbortSignal): Promise<readonly number[]> =>
      inTurn(ground.placeId, async () =>
        (await chosenIn(ground, request, signal)).flatMap((each) =>
          decisions.accept(ground.placeId, each, request.sessionId ?? null),
        ),
      ),
    /** Stores rejections. `settle` carries them out. */
    reject: (ground: Ground, request: DecisionRequest, signal: AbortSignal): Promise<readonly number[]> =>
      inTurn(ground.placeId, async () =>
        (await chosenIn(ground, request, signal)).flatMap((each) =>
          decisions.reject(ground.placeId, each, request.sessionId ?? null),
        ),
      ),
    settle: (ground: Ground): Promise<void> => inTurn(ground.placeId, () => turnDown.settle(placeOf(ground))),
    undo: (ground: Ground, ids: readonly number[]): Promise<void> =>
      inTurn(ground.placeId, () => turnDown.undo(placeOf(ground), ids)),
  }
}

const isAdded = (line: string): boolean => line.startsWith('+') || line.startsWith('\\')

/** Lets the work on one key begin when the work before it has ended. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}
