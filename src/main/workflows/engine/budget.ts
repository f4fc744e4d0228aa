import { AppError } from '#shared/errors.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import { deferred } from './deferred.ts'

/** Tokens put aside for one agent. */
export type Hold = {
  readonly reserved: () => number
  /**
   * Returns the output tokens granted to the next request: the rest of the reservation plus a share of the
   * unreserved budget. They stay reserved until the usage is reported.
   */
  readonly answerRoom: (wanted: number) => number
  /** Says what was used so far. False when the agent has used twice what was put aside and no more is left. */
  readonly grows: (used: number) => boolean
  /** Replaces what was put aside by what was used. Settling twice is settling once. */
  readonly settle: (used: number) => void
}

/** A ceiling of output tokens or of money, or none. */
export type Budget = {
  readonly total: number | null
  /** The output tokens of all attempts. */
  readonly spent: () => number
  /**
   * Returns the spending visible to the script. During a replay it is the spending at that point of the
   * earlier attempt, so that the script takes the same path. From the first new call on it is the full
   * amount.
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

/** The unit of a budget. */
export type Unit = {
  /** Reservation for the first agents, before their usage is known. */
  readonly firstGuess: number
  readonly least: number
  readonly spentWords: (total: number, spent: number) => Sentence & { readonly name: SentenceName }
}

export const TOKENS: Unit = {
  firstGuess: 4_000,
  least: 200,
  spentWords: (total, spent) => say('run.tokensSpent', { total: String(total), spent: String(spent) }),
}

type Aside = { reserved: number; used: number; extra: number }

/** `before` are the output tokens of earlier attempts, whatever became of them. */
export function createBudget(total: number | null, before: number, unit: Unit = TOKENS): Budget {
  let spent = before
  let held = 0
  let ranOut = false
  const open = new Set<Aside>()
  const { guess, learn } = createGuess(unit)
  const replay = createReplay(() => spent)
  let changed = deferred()

  const left = () => (total === null ? Number.POSITIVE_INFINITY : total - spent - held)
  /** Returns the remaining budget outside open requests. */
  const free = () => [...open].reduce((rest, { extra }) => rest - extra, left())
  /** Returns the budget for another agent, assuming running agents use as much as earlier ones. */
  const room = () => [...open].reduce((rest, { reserved }) => rest - Math.max(0, guess() - reserved), free())
  /** Those that wait for tokens look again. */
  const wake = () => {
    changed.resolve()
    changed = deferred()
  }

  const newHold = (): Hold => {
    const aside: Aside = { reserved: Math.min(guess(), room()), used: 0, extra: 0 }
    open.add(aside)
    held += aside.reserved
    return {
      reserved: () => aside.reserved,
      answerRoom: (wanted) => {
        aside.extra = 0
        return granted(aside, Math.min(unit.least, wanted), wanted, Math.max(0, free()) / (open.size + 1))
      },
      grows: (used) => {
        aside.used = used
        if (aside.extra > 0) wake()
        aside.extra = 0
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
        wake()
      },
    }
  }

  const hold = async (signal: AbortSignal) => {
    while (room() <= 0) {
      if (open.size === 0) {
        ranOut = true
        throw AppError.saying('limit.exceeded', unit.spentWords(total ?? 0, spent))
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
    told: replay.told,
    recalled: (tokens) => {
      replay.recalled(tokens)
      learn(tokens)
    },
    takenOver: learn,
    asksNew: replay.over,
    hasLeft: () => room() > 0,
    hold,
  }
}

/**
 * Returns an agent's own remainder, plus a share of the free budget if that is too little. The first to ask
 * must leave some for the other running agents and one more.
 */
function granted(aside: Aside, least: number, wanted: number, share: number): number {
  const own = Math.max(0, aside.reserved - aside.used)
  const room = Math.max(least, Math.min(wanted, Math.floor(own + share)))
  aside.extra = Math.max(0, room - own)
  return room
}

/** Creates the spending counter shown to the script, during and after a replay. */
function createReplay(spent: () => number) {
  let replayed: number | null = 0
  return {
    told: (): number => replayed ?? spent(),
    recalled: (tokens: number): void => {
      if (replayed !== null) replayed += tokens
    },
    over: (): void => {
      replayed = null
    },
  }
}

/** Estimates the usage of an agent from the average of earlier ones. */
function createGuess({ firstGuess, least }: Unit) {
  let settled = { agents: 0, tokens: 0 }
  return {
    guess: (): number =>
      settled.agents === 0 ? firstGuess : Math.max(least, Math.ceil(settled.tokens / settled.agents)),
    learn: (used: number): void => {
      // One that was cut off before its first turn says nothing of the others.
      if (used > 0) settled = { agents: settled.agents + 1, tokens: settled.tokens + used }
    },
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
