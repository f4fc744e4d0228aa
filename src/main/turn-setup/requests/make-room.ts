import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { EventId, ModelRef } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import { expectedGrowth } from '../../context/budget/compaction-growth.ts'
import type { BuiltRequest } from '../../context/request/build-request.ts'
import type { Compaction, RoomNeed } from '../../runs/compaction/compaction.ts'
import type { CompactionScene } from '../../runs/compaction/compaction-scene.ts'
import type { RestoreAfterCompaction } from '../../runs/compaction/restore-after-compaction.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { TurnDeps } from '../../runs/turns/turns.ts'
import type { CompactionScenes } from './compaction-scenes.ts'
import type { OriginalRequest, RequestBuilder, RequestsOfBranch } from './request-builder.ts'

export type RoomDeps = {
  readonly compaction: Pick<Compaction, 'makeRoom'>
  readonly scenes: Pick<CompactionScenes, 'of'>
  readonly requests: Pick<RequestBuilder, 'count'>
}

type Branch = {
  readonly run: RunHandle
  readonly build: RequestsOfBranch
  /** The answering model, which also writes the summary. */
  readonly model: ModelRef
  readonly leaf: () => EventId | null
  readonly path: () => readonly DurableEvent[]
  /** False when only the person asks for a summary. */
  readonly auto: boolean
  /** Bounds what a summary may cost, as it does an answer; null where the work has no ceiling. */
  readonly answerRoom: CompactionScene['answerRoom']
  /** Content restored for the agent after a compaction. */
  readonly again: RestoreAfterCompaction
}

/** Builds the requests of one run, and makes room in its branch when they grow too long. */
export function createRoom(
  { compaction, scenes, requests }: RoomDeps,
  { run, build, model, leaf, path, auto, answerRoom, again }: Branch,
) {
  let ready: { readonly leaf: EventId | null; readonly built: OriginalRequest } | null = null
  const { runId, sessionId, contextId } = run

  /** A branch that has not changed makes the same request: it is looked at and then sent. */
  const built = (pending: readonly NewDurableEvent[]): OriginalRequest => {
    if (pending.length > 0) return build(pending.map((event) => ({ runId, contextId, ...event })))
    const at = leaf()
    if (ready === null || ready.leaf !== at) ready = { leaf: at, built: build() }
    return ready.built
  }

  /** Builds the request of a long branch in turns, so that it is there when it is looked at. Null where nothing waits. */
  const prepare = (of: RunHandle): Promise<void> | null => {
    const at = leaf()
    if (!build.isLong() || ready?.leaf === at) return null
    return build.inTurns(of.signal).then((made) => {
      ready = { leaf: at, built: made }
    })
  }

  /** Long already, or so long that what the next turns bring would not fit any more. */
  const isTight = ({ needsCompaction, size }: BuiltRequest): boolean => {
    if (!auto || needsCompaction) return auto
    const growth = expectedGrowth(path(), requests.count, size.result) * size.factor
    return size.total + growth > size.usable
  }

  const compact = async (of: RunHandle, need: RoomNeed): Promise<boolean> => {
    const scene = await scenes.of({ sessionId, contextId, model, build })
    return compaction.makeRoom(of, { ...scene, answerRoom }, need)
  }

  const shorten: TurnDeps['makeRoom'] = (of, why) => {
    if (!auto) return false
    if (why === 'refused') return compact(of, 'refused')
    const now = built([])
    // A summary would not shorten the request.
    if (isTooSmall(now)) return false
    return isTight(now) && compact(of, now.overflow ? 'over' : 'full')
  }

  const giveAgain = async (of: RunHandle, why: 'full' | 'refused'): Promise<void> => {
    const before = again.owedSince()
    if (before === null) return
    const { size } = built([])
    const top = Math.min(size.threshold, before)
    const room = againRoom({ top, why, total: size.total, usable: size.usable })
    await again.give(of, Math.floor(room / size.factor))
  }

  const makeRoomNow: TurnDeps['makeRoom'] = (of, why) => {
    const made = shorten(of, why)
    // Nothing waits where nothing is to be done, so that the question is on its way in the same moment.
    const owes = () => again.owedSince() !== null || again.owesPlan(of)
    if (made === false && !owes() && !again.mayForget()) return false
    const given = async (): Promise<boolean> => {
      const isShorter = await made
      if (again.mayForget()) await again.forget(of)
      await giveAgain(of, why)
      if (again.owesPlan(of)) again.tellPlan(of)
      return isShorter
    }
    return given()
  }

  const makeRoom: TurnDeps['makeRoom'] = (of, why) =>
    prepare(of)?.then(() => makeRoomNow(of, why)) ?? makeRoomNow(of, why)

  return { built, isTight, makeRoom }
}

/** The most of the usable window that is given again. */
const AGAIN_SHARE = 0.2

/**
 * Share of the freed tokens that may fill up again. Smaller after a refusal, because the model accepts less
 * than assumed.
 */
const WON_SHARE = { full: 0.5, refused: 0.25 } as const

type AfterCompaction = {
  /** The compaction threshold of a request, and its size before the last compaction. */
  readonly top: number
  readonly total: number
  readonly usable: number
  readonly why: keyof typeof WON_SHARE
}

/** Tokens for what is given again: so few that one compaction does not lead to the next. */
function againRoom({ top, total, usable, why }: AfterCompaction): number {
  return Math.max(0, Math.floor(Math.min(AGAIN_SHARE * usable, WON_SHARE[why] * (top - total))))
}

/** A share of the room that no chat can do without. */
const CHAT_SHARE = 0.25

/** Returns the tokens of a request that are independent of the conversation. */
function fixedTokens({ fixed }: Pick<BuiltRequest, 'fixed'>): number {
  return fixed.instructions + fixed.memory + fixed.tools
}

/** Whether the window is too small for the fixed parts of every request. */
function isTooSmall(built: Pick<BuiltRequest, 'fixed' | 'size' | 'overflow'>): boolean {
  return built.overflow && fixedTokens(built) > built.size.usable * (1 - CHAT_SHARE)
}

/** Why a request cannot be sent to a model, and what can be done. */
export function overflowError(model: ModelInfo, built: BuiltRequest, auto: boolean): AppError {
  const { label, provider, contextWindow } = model
  if (isTooSmall(built)) {
    const figure = (tokens: number) => tokens.toLocaleString('en')
    const facts = { model: label, window: figure(contextWindow), needed: figure(fixedTokens(built)) }
    const advice = provider === 'ollama' ? [say('compact.ollamaWindow')] : []
    return AppError.saying('llm.context_overflow', [say('compact.windowTooSmall', facts), ...advice])
  }
  const name = auto ? 'compact.overflow' : 'compact.overflowOff'
  return AppError.saying('llm.context_overflow', say(name, { model: label }))
}
