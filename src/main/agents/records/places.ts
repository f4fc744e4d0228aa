import type { SessionId } from '#shared/ids.ts'

/** A place in which an agent works. */
export type Place = {
  /** Lets others work in it meanwhile. Lending it twice is lending it once. */
  readonly lend: () => void
  /**
   * Takes the slot back at once, without queueing behind agents that may run for hours or wait for this one.
   * If all slots are taken by then, more agents run than there are slots, and none starts until enough have
   * ended.
   */
  readonly takeBack: () => void
  /** Gives it back for good. Doing so twice is doing so once. */
  readonly free: () => void
}

/** The agents of one chat on one level. */
type Row = {
  readonly chat: SessionId
  atWork: number
  /** Number of agents running or with a lent slot. */
  here: number
  /** Agents queued for a slot, in order of arrival. */
  readonly line: Set<() => void>
}

type Level = {
  readonly most: number
  readonly mostOfAll: number
  atWork: number
  readonly rows: Map<SessionId, Row>
  /** Chats with an agent that could start, in turn order. */
  readonly turns: Set<Row>
}

/** Number of chats that can use all their slots before chats queue for each other. */
const CHATS_AT_ONCE = 4

/**
 * Creates the slots for agents: a limit per chat and level, and one over all chats that lets four use theirs
 * fully. Each level has its own slots, so that no agent waits for a slot held by its waiting parent. Chats
 * without agents are not tracked.
 */
export function createPlaces(most: () => number) {
  const levels = new Map<number, Level>()

  const levelAt = (depth: number): Level => {
    const known = levels.get(depth) ?? newLevel(most())
    levels.set(depth, known)
    return known
  }

  return {
    /** A place at once where there is one, and otherwise the promise of one. Throws, or rejects, with the signal's reason. */
    take: (chat: SessionId, depth: number, signal: AbortSignal): Place | Promise<Place> => {
      signal.throwIfAborted()
      const level = levelAt(depth)
      const row = level.rows.get(chat) ?? { chat, atWork: 0, here: 0, line: new Set() }
      level.rows.set(chat, row)
      // No agent queues while a slot is free.
      return hasRoom(level, row) ? placeIn(level, row) : inLine(level, row, signal)
    },
    /** False when who comes now has to wait. */
    hasRoom: (chat: SessionId, depth: number): boolean => {
      const level = levels.get(depth)
      return level === undefined || hasRoom(level, level.rows.get(chat) ?? NOBODY)
    },
    /** Returns the number of chats with running, queued or slot-lending agents, over all levels. */
    chats: (): number => [...levels.values()].reduce((sum, { rows }) => sum + rows.size, 0),
  }
}

export type Places = ReturnType<typeof createPlaces>

const newLevel = (most: number): Level => ({
  most,
  mostOfAll: most * CHATS_AT_ONCE,
  atWork: 0,
  rows: new Map(),
  turns: new Set(),
})

const NOBODY = { atWork: 0 }

const hasRoom = (level: Level, row: Pick<Row, 'atWork'>): boolean =>
  row.atWork < level.most && level.atWork < level.mostOfAll

function inLine(level: Level, row: Row, signal: AbortSignal): Promise<Place> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      row.line.delete(enter)
      signal.removeEventListener('abort', leave)
      resolve(placeIn(level, row))
    }
    const leave = () => {
      row.line.delete(enter)
      settle(level, row)
      reject(signal.reason)
    }
    row.line.add(enter)
    settle(level, row)
    signal.addEventListener('abort', leave, { once: true })
  })
}

function placeIn(level: Level, row: Row): Place {
  let isOver = false
  let isLent = false
  row.here += 1
  count(level, row, 1)
  return {
    lend: () => {
      if (isOver || isLent) return
      isLent = true
      count(level, row, -1)
      serve(level)
    },
    takeBack: () => {
      if (isOver || !isLent) return
      isLent = false
      count(level, row, 1)
    },
    free: () => {
      if (isOver) return
      isOver = true
      row.here -= 1
      count(level, row, isLent ? 0 : -1)
      serve(level)
    },
  }
}

function count(level: Level, row: Row, by: number): void {
  row.atWork += by
  level.atWork += by
  settle(level, row)
}

/** Updates whether a chat is in the turn order, and drops a chat without agents. */
function settle(level: Level, row: Row): void {
  if (row.line.size > 0 && row.atWork < level.most) level.turns.add(row)
  else level.turns.delete(row)
  if (row.line.size === 0 && row.here === 0) level.rows.delete(row.chat)
}

/** Lets those begin for whom there is room now: one of each chat in turn, so that none is kept out by a longer line. */
function serve(level: Level): void {
  while (level.atWork < level.mostOfAll) {
    const [row] = level.turns
    const [enter] = row?.line ?? []
    if (row === undefined || enter === undefined) return
    level.turns.delete(row)
    enter()
  }
}
