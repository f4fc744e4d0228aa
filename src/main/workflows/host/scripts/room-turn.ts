import type { AppErrorData } from '#shared/errors.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { SandboxLimits } from './sandbox-limits.ts'
import type { Said, SandboxOutcome } from './sandbox-messages.ts'
import { scriptError } from './script-error.ts'
import { scriptFailure } from './script-failure.ts'

/** The result of one entry into the room. */
export type RoomTurn = { readonly said: readonly Said[]; readonly outcome: SandboxOutcome | null }

/** Takes down what a script says, and how it ends. The first end counts. */
export type RoomRecord = {
  /** `length` is asked first: a hostile text can be longer than memory. */
  readonly hear: (kind: string, length: number, rest: () => Omit<Said, 'kind'>) => void
  readonly fail: (error: AppErrorData) => void
  /** Replaces how it ended: what a script says after it was stopped does not count. */
  readonly stopped: (error: AppErrorData) => void
  readonly answered: (id: number) => void
  readonly over: () => boolean
  /** Nothing the script has asked for is still to come. */
  readonly idle: () => boolean
  readonly take: () => RoomTurn
}

const MOST_SAID = 50_000

export function createRoomRecord(prefix: number): RoomRecord {
  const waiting = new Set<number>()
  let said: Said[] = []
  let count = 0
  let outcome: SandboxOutcome | null = null
  const fail = (error: AppErrorData) => {
    outcome ??= { ok: false, error }
  }
  const hear: RoomRecord['hear'] = (kind, length, rest) => {
    count += 1
    if (count > MOST_SAID || !(length <= WORKFLOW_LIMITS.maxValueChars)) return fail(saidTooMuch())
    const { id, frame, text } = rest()
    if (kind === 'end') outcome ??= { ok: true, json: text }
    else if (kind === 'fail') fail(scriptError(text, prefix))
    else said.push({ kind: kind as Said['kind'], id, frame, text })
    if (kind === 'agent' || kind === 'workflow') waiting.add(id)
  }
  return {
    hear,
    fail,
    stopped: (error) => {
      outcome = { ok: false, error }
    },
    answered: (id) => void waiting.delete(id),
    over: () => outcome !== null,
    idle: () => waiting.size === 0,
    take: () => {
      const turn = { said, outcome }
      said = []
      return turn
    },
  }
}

/** Measures how long a script computes, and says now and then that it does. */
export type ComputeWatch = {
  readonly enter: () => void
  /** Handed to the engine, which asks it often: true stops the script. */
  readonly interrupt: () => boolean
  readonly tooLong: () => boolean
}

const BEAT_MS = 1_000

export function createComputeWatch(
  { computeMs }: SandboxLimits,
  elapsed: () => number,
  beat: () => void,
): ComputeWatch {
  let entered = 0
  let lastBeat = 0
  let tooLong = false
  return {
    enter: () => {
      entered = elapsed()
      lastBeat = entered
    },
    interrupt: () => {
      const now = elapsed()
      if (now - lastBeat > BEAT_MS) {
        lastBeat = now
        beat()
      }
      tooLong ||= now - entered > computeMs
      return tooLong
    },
    tooLong: () => tooLong,
  }
}

export function brokeSandbox(error: unknown): AppErrorData {
  const words = error instanceof Error ? error.message : String(error)
  return scriptFailure('run.sandboxBrokenBy', { what: words })
}

export function computedTooLong({ computeMs }: SandboxLimits): AppErrorData {
  return scriptFailure('run.computedTooLong', { seconds: String(computeMs / 1_000) })
}

export const waitsForNothing = (): AppErrorData => scriptFailure('run.waitsForNothing')

const saidTooMuch = () => scriptFailure('run.saidTooMuch')
