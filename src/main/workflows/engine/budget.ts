import { deferred } from './deferred.ts'
import { overLimit } from './script-fault.ts'

/** Tokens put aside for one agent. */
export type Hold = {
  readonly reserved: () => number
  /** Says what was used so far. False when the agent has used twice what was put aside and no more is left. */
  readonly grows: (used: number) => boolean
  /** Replaces what was put aside by what was used. Settling twice is settling once. */
  readonly settle: (used: number) => void
}

/** A ceiling of output tokens, or none. */
export type Budget = {
  readonly total: number | null
  /** The output tokens of all attempts. */
  readonly spent: () => number
  /**
   * What the script is told: while it replays what earlier attempts did, only what it had come to by then, so that it
   * takes the same way again; from its first new call on, everything.
   */
  readonly told: () => number
  /** An agent was refused or stopped for want of tokens. */
  readonly ranOut: () => boolean
  /** A result of an earlier attempt is used again: it was counted when it was made. */
  readonly recalled: (tokens: number) => void
  /** A result of the run this one is a fork of is used: that run paid for it. */
  readonly takenOver: (tokens: number) => void
  /** The script asks for something that was not done before. */
  readonly asksNew: () => void
  /** Something is left that no agent has put aside. */
  readonly hasLeft: () => boolean
  /**
   * Puts tokens aside for an agent. Where all is put aside it waits for an agent to settle; where all is spent it
   * throws. So agents that run together overspend by at most what they had put aside.
   */
  readonly hold: (signal: AbortSignal) => Promise<Hold>
}

/** What is put aside for the first agents, before it is known how much they use. */
const FIRST_GUESS = 4_000
const LEAST = 200

/** `before` are the output tokens of earlier attempts, whatever became of them. */
export function createBudget(total: number | null, before: number): Budget {
  let spent = before
  let replayed = 0
  let replays = true
  let held = 0
  let ranOut = false
  const open = new Set<{ reserved: number }>()
  let settled = { agents: 0, tokens: 0 }
  let changed = deferred()

  const left = () => (total === null ? Number.POSITIVE_INFINITY : total - spent - held)
  /** What is left for another agent, when those at work use as much as others did before them. */
  const room = () => [...open].reduce((rest, { reserved }) => rest - Math.max(0, guess() - reserved), left())
  const guess = () =>
    settled.agents === 0 ? FIRST_GUESS : Math.max(LEAST, Math.ceil(settled.tokens / settled.agents))

  const learn = (used: number) => {
    // One that was cut off before its first turn says nothing of the others.
    if (used > 0) settled = { agents: settled.agents + 1, tokens: settled.tokens + used }
  }

  const newHold = (): Hold => {
    const aside = { reserved: Math.min(guess(), room()) }
    open.add(aside)
    held += aside.reserved
    return {
      reserved: () => aside.reserved,
      grows: (used) => {
        const more = Math.max(0, Math.min(used - aside.reserved, left()))
        aside.reserved += more
        held += more
        ranOut ||= used > aside.reserved * 2
        return used <= aside.reserved * 2
      },
      settle: (used) => {
        if (!open.delete(aside)) return
        held -= aside.reserved
        spent += used
        learn(used)
        changed.resolve()
        changed = deferred()
      },
    }
  }

  const hold = async (signal: AbortSignal) => {
    while (room() <= 0) {
      if (open.size === 0) {
        ranOut = true
        throw overLimit(`The budget of ${total} tokens is spent (${spent}). Raise it and resume.`)
      }
      await unlessAborted(changed.promise, signal)
    }
    signal.throwIfAborted()
    return newHold()
  }

  return {
    total,
    spent: () => spent,
    ranOut: () => ranOut,
    told: () => (replays ? replayed : spent),
    recalled: (tokens) => {
      replayed += tokens
      learn(tokens)
    },
    takenOver: learn,
    asksNew: () => {
      replays = false
    },
    hasLeft: () => room() > 0,
    hold,
  }
}

function unlessAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const done = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    wait.then(done, reject)
  })
}
