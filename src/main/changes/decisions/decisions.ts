import type { ChangeDecision } from '#shared/changes/changes.ts'
import type { ChangePlaceId, SessionId } from '#shared/ids.ts'
import type { PatchHunk } from '../../git/parse-patch.ts'
import { anchorAt, indexLines, plain } from './anchor.ts'
import type { Decision, DecisionRows } from './decision-rows.ts'
import { type Piece, piecesOf } from './hunk-units.ts'
import { placeDecisions } from './place-decisions.ts'
import type { Placed } from './review-state.ts'

type Deps = { readonly rows: DecisionRows; readonly now: () => number }

/** A hunk of a file as it is now, and the chosen positions in its lines; null for all. */
export type ChosenHunk = { readonly hunk: PatchHunk; readonly chosen: ReadonlySet<number> | null }

/** A file and the chosen changes in it. */
export type Chosen = {
  readonly path: string
  readonly lines: readonly string[]
  readonly hunks: readonly ChosenHunk[]
  readonly whole: Decision['whole']
}

export type Decisions = ReturnType<typeof createDecisions>

/** States in which a decision still acts on its file. */
const ACTING: ReadonlySet<Decision['state']> = new Set(['standing', 'queued', 'lost'])

/** The decisions of the person about changed lines, found again in the present files. */
export function createDecisions({ rows, now }: Deps) {
  /** Finds the decisions of a file in its present lines and stores where they are. */
  const placedIn = (placeId: ChangePlaceId, path: string, lines: readonly string[]) => {
    const acting = rows.ofPath(placeId, path).filter(({ state }) => ACTING.has(state))
    const index = indexLines(lines)
    if (acting.length === 0) return { placed: [] as readonly Placed[], index }
    const { placed, moved, split } = placeDecisions(index, acting)
    if (moved.length > 0) rows.save(moved)
    if (split.length === 0) return { placed, index }
    for (const { from, parts } of split) {
      rows.add(placeId, parts)
      rows.drop([from.id])
    }
    const again = rows.ofPath(placeId, path).filter(({ state }) => ACTING.has(state))
    return { placed: placeDecisions(index, again).placed, index }
  }

  const decide = (
    placeId: ChangePlaceId,
    { path, lines, hunks, whole }: Chosen,
    how: Pick<Decision, 'decision' | 'state' | 'sessionId'>,
  ): readonly number[] => {
    const { placed, index } = placedIn(placeId, path, lines)
    const replaced = new Set<number>()
    const pieces = hunks
      .flatMap(({ hunk, chosen }) => piecesOf(hunk, chosen, index.lines))
      .map((piece) => withEarlier(piece, placed, how.decision, replaced))
    const decisions = pieces.map((piece) => ({
      ...how,
      path,
      at: now(),
      anchor: anchorAt(index, piece),
      whole,
    }))
    rows.drop([...replaced])
    return rows.add(placeId, decisions)
  }

  return {
    placedIn,
    accept: (placeId: ChangePlaceId, chosen: Chosen, sessionId: SessionId | null): readonly number[] =>
      decide(placeId, chosen, { decision: 'accepted', state: 'standing', sessionId }),
    reject: (placeId: ChangePlaceId, chosen: Chosen, sessionId: SessionId | null): readonly number[] =>
      decide(placeId, chosen, { decision: 'rejected', state: 'queued', sessionId }),
    /** The files with accepted changes. */
    acceptedPaths: (placeId: ChangePlaceId): readonly string[] => [
      ...new Set(
        rows
          .all(placeId)
          .filter(({ decision }) => decision === 'accepted')
          .map(({ path }) => path),
      ),
    ],
    queued: (placeId: ChangePlaceId): readonly Decision[] =>
      rows.all(placeId).filter(({ state }) => state === 'queued'),
    byIds: rows.byIds,
    save: rows.save,
    drop: rows.drop,
    placesWithQueued: rows.queued,
    list: (placeId: ChangePlaceId): readonly ChangeDecision[] =>
      rows.all(placeId).map(({ id, path, decision, state, at, anchor }) => ({
        id,
        path,
        decision,
        state,
        at,
        line: anchor.start + 1,
        added: anchor.text.length,
        removed: anchor.old.length,
      })),
  }
}

/**
 * Takes over earlier decisions about the same lines. Lines that were accepted and edited since bring along what they
 * had replaced, so that the decision covers the change from the last commit on.
 */
function withEarlier(
  piece: Piece,
  placed: readonly Placed[],
  decision: Decision['decision'],
  replaced: Set<number>,
): Piece {
  let { start, end } = piece
  let { old } = piece
  for (const { decision: earlier, place } of placed) {
    if (replaced.has(earlier.id)) continue
    const overlaps = place.start < piece.end && place.end > piece.start
    const touches = place.start <= piece.end && place.end >= piece.start
    const isEdited = earlier.decision === 'accepted' && place.kind === 'edited' && touches
    if (decision === 'accepted' && isEdited) {
      const left = earlier.anchor.text.map(plain)
      const rest = old.filter((line) => {
        const at = left.indexOf(plain(line))
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
      old = [...earlier.anchor.old, ...rest]
      start = Math.min(start, place.start)
      end = Math.max(end, place.end)
      replaced.add(earlier.id)
    } else if (isEdited) {
      // A rejection of the later edit brings the accepted lines back.
    } else if (overlaps && (decision !== earlier.decision || isInside(place, piece))) replaced.add(earlier.id)
    else if (isInside(place, piece) && sameRemoval(earlier, piece)) replaced.add(earlier.id)
  }
  return { old, start, end }
}

const isInside = (place: { readonly start: number; readonly end: number }, piece: Piece): boolean =>
  place.start >= piece.start && place.end <= piece.end

/** Whether both are about the same removed lines. */
const sameRemoval = ({ anchor }: Decision, { old }: Piece): boolean =>
  anchor.text.length === 0 && anchor.old.length > 0 && anchor.old.every((line) => old.includes(line))
