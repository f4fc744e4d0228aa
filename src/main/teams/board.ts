import { AppError } from '#shared/errors.ts'
import type { TeamId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import {
  type Card,
  type CardChanges,
  type CardDraft,
  type CardId,
  cycleThrough,
  openBlockers,
} from '#shared/team/card.ts'
import { isSameName } from '#shared/team/member-name.ts'
import type { TeamFact } from '#shared/team/team-fact.ts'
import type { CardPlace, CardRows } from './card-rows.ts'

export type BoardDeps = {
  readonly rows: CardRows
  readonly now: () => number
  /** Hears of what happened once it is stored. */
  readonly told: (fact: TeamFact) => void
  /** The board looks different. */
  readonly changed: (teamId: TeamId) => void
}

/** The author of a card move. Teammates move their own cards; the lead and the person move all. */
export type Mover = { readonly name: string; readonly mayAll: boolean }

/** The reason a claim failed. */
type Unclaimed =
  | { readonly why: 'already_claimed'; readonly owner: string }
  | { readonly why: 'blocked'; readonly by: readonly CardId[] }
  | { readonly why: 'done' }
  | { readonly why: 'gone' }
export type Claim = { readonly ok: true; readonly card: Card } | ({ readonly ok: false } & Unclaimed)

const MOST_CARDS = 2_000

/** The board of a team: cards that wait for each other, and that exactly one at a time works on. */
export function createBoard(deps: BoardDeps) {
  const { rows, now } = deps
  const known = (teamId: TeamId, id: CardId): Card => {
    const card = rows.one(teamId, id)
    if (card !== null) return card
    throw AppError.saying('team.not_found', say('team.noCard', { id: String(id) }))
  }
  const done = (teamId: TeamId, id: CardId): Card => {
    const card = known(teamId, id)
    deps.changed(teamId)
    deps.told({ kind: 'TaskCompleted', teamId, card })
    return card
  }

  const claim = (teamId: TeamId, id: CardId, who: string): Claim => {
    if (rows.claim(teamId, id, who, now())) {
      deps.changed(teamId)
      return { ok: true, card: known(teamId, id) }
    }
    return { ok: false, ...whyNot(deps, teamId, id) }
  }

  return {
    ...createWriting(deps, known),
    cards: (teamId: TeamId): Card[] => rows.all(teamId),
    /** One card as it stands. Throws when it is not on the board. */
    card: known,
    /** Takes a card to work on it. Of several that want it at once, one gets it. */
    claim,
    /** Takes the first card they may begin, what is meant for them first. Null when there is none. */
    claimNext: (teamId: TeamId, who: string, not: readonly CardId[]): Card | null => {
      const id = rows.claimNext({ team: teamId, who, at: now() }, not)
      if (id === null) return null
      deps.changed(teamId)
      return known(teamId, id)
    },
    /** Puts a card elsewhere on the board. `owner` says whom it is for; undefined leaves that as it fits. */
    move: (teamId: TeamId, id: CardId, to: Partial<CardPlace>, by: Mover): Card => {
      const card = known(teamId, id)
      if (!by.mayAll) {
        return moveOwn({ ...deps, claim, done }, teamId, card, to.status ?? card.status, by.name)
      }
      const place = placeAfter(card, to, by.name)
      checkStart(card, place.status, rows.all(teamId))
      rows.place(teamId, id, place, now())
      if (place.status === 'completed' && card.status !== 'completed') return done(teamId, id)
      deps.changed(teamId)
      return known(teamId, id)
    },
    /** Puts back whatever they have not done. Answers with what that was. */
    release: (teamId: TeamId, who: string): CardId[] => {
      const ids = rows.release(teamId, who)
      if (ids.length > 0) deps.changed(teamId)
      return ids
    },
  }
}

export type Board = ReturnType<typeof createBoard>

/** Creates the operations on card texts and dependencies. */
function createWriting(deps: BoardDeps, known: (teamId: TeamId, id: CardId) => Card) {
  const { rows, now } = deps
  const setBlockers = (teamId: TeamId, id: CardId, blockers: readonly CardId[]): void => {
    for (const blocker of blockers) known(teamId, blocker)
    if (blockers.includes(id)) throw circle([id, id])
    rows.setBlockers(teamId, id, blockers)
    const cycle = cycleThrough(rows.edges(teamId), id)
    if (cycle !== null) throw circle(cycle)
  }
  /** Replaces the cards that wait for this one. */
  const setBlocked = (teamId: TeamId, id: CardId, blocked: ReadonlySet<CardId>): void => {
    const before = known(teamId, id).blocks
    for (const each of before.filter((other) => !blocked.has(other))) {
      setBlockers(
        teamId,
        each,
        known(teamId, each).blockedBy.filter((blocker) => blocker !== id),
      )
    }
    for (const each of [...blocked].filter((other) => !before.includes(other))) {
      setBlockers(teamId, each, [...known(teamId, each).blockedBy, id])
    }
  }
  return {
    /** Puts cards on the board, all or none. A number a card waits for may be that of one before it in the list. */
    add: (teamId: TeamId, drafts: readonly CardDraft[]): Card[] => {
      const cards = rows.together(() => {
        if (rows.count(teamId) + drafts.length > MOST_CARDS) {
          throw AppError.saying('team.refused', say('team.boardFull', { most: String(MOST_CARDS) }))
        }
        const ids = drafts.map((draft) => {
          const id = rows.add(teamId, draft, now())
          if (id === null) throw AppError.saying('team.not_found', say('team.gone'))
          setBlockers(teamId, id, draft.blockedBy ?? [])
          return id
        })
        return ids.map((id) => known(teamId, id))
      })
      deps.changed(teamId)
      for (const card of cards) deps.told({ kind: 'TaskCreated', teamId, card })
      return cards
    },
    /** Changes what a card says, or what it waits for. What is left out stays. */
    write: (teamId: TeamId, id: CardId, changes: CardChanges): Card => {
      const card = rows.together(() => {
        const { blockedBy, blocks, ...text } = changes
        rows.write(teamId, id, { ...known(teamId, id), ...text })
        if (blockedBy !== undefined) setBlockers(teamId, id, [...new Set(blockedBy)])
        if (blocks !== undefined) setBlocked(teamId, id, new Set(blocks))
        return known(teamId, id)
      })
      deps.changed(teamId)
      return card
    },
    remove: (teamId: TeamId, id: CardId): void => {
      known(teamId, id)
      rows.drop(teamId, id)
      deps.changed(teamId)
    },
  }
}

type Moving = Pick<BoardDeps, 'rows' | 'now' | 'changed'> & {
  readonly claim: (teamId: TeamId, id: CardId, who: string) => Claim
  readonly done: (teamId: TeamId, id: CardId) => Card
}

/** A teammate begins what is free, ends what it has begun, and gives back what it cannot do. */
function moveOwn(deps: Moving, teamId: TeamId, card: Card, status: Card['status'], who: string): Card {
  const { id } = card
  if (status === 'in_progress') {
    if (card.status === 'in_progress' && owns(card, who)) return card
    const claim = deps.claim(teamId, id, who)
    if (claim.ok) return claim.card
    throw unclaimed(id, claim)
  }
  if (status === 'completed') {
    if (deps.rows.complete(teamId, id, who, deps.now())) return deps.done(teamId, id)
    throw notTheirs(id, who, whyNot(deps, teamId, id))
  }
  if (!owns(card, who) || card.status === 'completed') throw notTheirs(id, who, whyNot(deps, teamId, id))
  deps.rows.place(teamId, id, { status: 'pending', owner: null }, deps.now())
  deps.changed(teamId)
  return { ...card, status: 'pending', owner: null, startedAt: null }
}

function owns({ owner }: Card, who: string): boolean {
  return owner !== null && isSameName(owner, who)
}

/** Returns why claiming or completing a card failed, checked after the attempt. */
function whyNot({ rows }: Pick<BoardDeps, 'rows'>, teamId: TeamId, id: CardId): Unclaimed {
  const card = rows.one(teamId, id)
  if (card === null) return { why: 'gone' }
  if (card.status === 'completed') return { why: 'done' }
  if (card.owner !== null) return { why: 'already_claimed', owner: card.owner }
  return { why: 'blocked', by: openBlockers(card, rows.all(teamId)) }
}

function unclaimed(id: CardId, why: Unclaimed): AppError {
  const card = { id: String(id) }
  if (why.why === 'gone') return AppError.saying('team.not_found', say('team.noCard', card))
  if (why.why === 'done') return AppError.saying('team.refused', say('team.cardDone', card))
  if (why.why === 'already_claimed') {
    return AppError.saying('team.refused', say('team.alreadyClaimed', { ...card, name: why.owner }))
  }
  if (why.by.length === 0) return AppError.saying('team.refused', say('team.notBegun', card))
  return AppError.saying('team.refused', say('team.blocked', { ...card, cards: numbers(why.by) }))
}

/** Returns the error for a card that the caller does not own. The card may have been reassigned before. */
function notTheirs(id: CardId, who: string, why: Unclaimed): AppError {
  if (why.why !== 'already_claimed') return unclaimed(id, why)
  const card = { id: String(id) }
  // Meant for them, and not begun.
  if (isSameName(why.owner, who)) return AppError.saying('team.refused', say('team.notBegun', card))
  return AppError.saying('team.refused', say('team.notYours', { ...card, name: why.owner }))
}

/** Throws when a blocked card is started or completed. */
function checkStart(card: Card, status: Card['status'], all: readonly Card[]): void {
  const blockers = openBlockers(card, all)
  if (status !== 'pending' && blockers.length > 0) throw unclaimed(card.id, { why: 'blocked', by: blockers })
}

/** Returns the new status and owner of a card moved by the lead or the person. */
function placeAfter(card: Card, to: Partial<CardPlace>, mover: string): CardPlace {
  if (to.owner === undefined) {
    const status = to.status ?? card.status
    if (status === card.status) return { status, owner: card.owner }
    if (status === 'pending') return { status, owner: null }
    return { status, owner: status === 'in_progress' ? mover : (card.owner ?? mover) }
  }
  const { owner } = to
  const status = to.status ?? (isGivenAway(card, owner, mover) ? 'pending' : card.status)
  return { status, owner: status === 'in_progress' ? (owner ?? mover) : owner }
}

/** Whether a move hands a card in progress to another owner, who then starts it when possible. */
function isGivenAway(card: Card, owner: string | null, mover: string): boolean {
  if (card.status !== 'in_progress') return false
  return owner === null || !(owns(card, owner) || isSameName(owner, mover))
}

function circle(way: readonly CardId[]): AppError {
  return AppError.saying('team.refused', say('team.circle', { cards: numbers(way) }))
}

function numbers(ids: readonly CardId[]): string {
  return ids.map((id) => `#${id}`).join(', ')
}
