import { AppError } from '#shared/errors.ts'
import type { GrantId, ProjectId, SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import { foldersOf } from '#shared/permission/folders-of.ts'
import { Grant, type PermissionRule, type Remember } from '#shared/permission/rule.ts'
import { say } from '#shared/sentences.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { NewId } from '../../lib/ids.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { rulesFor } from './folder-rules.ts'
import type { GrantRow, GrantRows, TitledGrantRow } from './rows.ts'
import { createUses } from './uses.ts'

type Deps = {
  readonly rows: GrantRows
  readonly now: () => number
  readonly newId: NewId
  readonly flavour: PathFlavour
  /** Calls once after a while, unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
  /** Called after the list has changed. */
  readonly changed: () => void
}

/** The place of an answer, and the working folder of an agent. */
export type GrantPlace = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId | null
  readonly cwd: string
}

/** Maximum revoked permissions that can be restored. */
const KEPT_REVOKED = 100

/** Permissions that outlive the question they answered: listed, scoped, and taken back at any time. */
export function createGrants(deps: Deps) {
  const { rows, now, newId, flavour, changed } = deps
  // Left by versions that kept what was allowed in a project after it was removed.
  rows.removeGone.run()
  rows.removeEnded.run(now())
  // Cached, because every tool call reads the grants and no other code writes this table.
  let known: readonly Grant[] | null = null
  const all = (): readonly Grant[] => {
    known ??= rows.all.all().map(grantOf)
    return known
  }
  const forget = (): void => {
    known = null
    changed()
  }
  const lasts = ({ expiresAt }: Grant): boolean => expiresAt === null || expiresAt > now()
  const ids = new WeakMap<PermissionRule, GrantId>()
  const uses = createUses({ ...deps, told: forget })
  const revoked = new Map<GrantId, GrantRow>()

  return {
    /** Those in force, oldest first. */
    list: (): readonly Grant[] => all().filter(lasts),
    /** The rules in force for a session, oldest first. */
    inForce: (place: GrantPlace): PermissionRule[] =>
      all()
        .filter((grant) => lasts(grant) && isFor(grant, place))
        .flatMap((grant) =>
          rulesFor(grant, place.cwd, flavour).map((rule) => {
            const mine = { ...rule }
            ids.set(mine, grant.id)
            return mine
          }),
        ),
    /** Notes that rules from `inForce` let something through. */
    used: (rules: readonly PermissionRule[]): void => {
      for (const rule of new Set(rules)) {
        const id = ids.get(rule)
        if (id !== undefined) uses.note(id)
      }
    },
    /**
     * Makes ready to keep the rules of an approval for as long as the person said; `once` keeps nothing. Throws for a
     * folder that the request is not about. What it answers with keeps them.
     */
    prepare: (ask: Interaction, remember: Remember, place: GrantPlace): (() => void) => {
      const fresh = rowsFor(ask, remember, place, deps)
      return () => {
        const kept = fresh.filter((row) => keepLongest(rows, { id: newId('grant'), ...row }))
        if (kept.length > 0) forget()
      }
    },
    /** Takes back what was allowed in projects that are no longer in the list. */
    forgetGone: (): void => {
      if (rows.removeGone.run().changes > 0) forget()
    },
    revoke: (grantId: GrantId): void => {
      const row = rows.one.get(grantId)
      if (row === undefined) return
      rows.remove.run(grantId)
      keepNewest(revoked, grantId, row, KEPT_REVOKED)
      forget()
    },
    /** Gives back what was revoked since the start, as it was. Nothing else can be made a permission here. */
    restore: (grantId: GrantId): void => {
      const row = revoked.get(grantId)
      if (row === undefined) throw AppError.saying('queue.gone', say('grant.gone'))
      revoked.delete(grantId)
      keepLongest(rows, row)
      forget()
    },
    /** Stores what was counted. */
    close: uses.close,
  }
}

export type Grants = ReturnType<typeof createGrants>

function isFor(grant: Grant, { sessionId, projectId }: GrantPlace): boolean {
  return grant.scope === 'session' ? grant.sessionId === sessionId : grant.projectId === projectId
}

/** Stores a grant unless one that says the same holds at least as long. The longer takes the place of the shorter. */
function keepLongest(rows: GrantRows, row: GrantRow): boolean {
  const end = (at: number | null) => at ?? Number.POSITIVE_INFINITY
  const same = rows.same.all(row)
  if (same.some(({ expires_at }) => end(expires_at) >= end(row.expires_at))) return false
  for (const { id } of same) rows.remove.run(id)
  rows.insert.run(row)
  return true
}

function rowsFor(
  ask: Interaction,
  remember: Remember,
  place: GrantPlace,
  { now, flavour }: Pick<Deps, 'now' | 'flavour'>,
): Omit<GrantRow, 'id'>[] {
  const { scope: wanted, expiresAt } = remember
  if (wanted === 'once' || (expiresAt !== undefined && expiresAt <= now())) return []
  const folder = wanted === 'folder' ? folderOf(ask, remember.path ?? '', place, flavour) : null
  const scope = wanted === 'session' || place.projectId === null ? 'session' : wanted
  // The files of the folder stand in place of what the proposal would cover; a command stays as narrow as it was.
  const whole = folder !== null && ask.preview?.kind !== 'command'
  return (ask.proposedRules ?? []).map((rule) => ({
    scope,
    session_id: scope === 'session' ? place.sessionId : null,
    project_id: scope === 'session' ? null : place.projectId,
    path: folder,
    tool: rule.tool,
    pattern: whole ? null : (rule.pattern ?? null),
    action: rule.action,
    created_at: now(),
    expires_at: expiresAt ?? null,
    answered_in: place.sessionId,
    request_id: ask.requestId,
    uses: 0,
    last_used_at: null,
  }))
}

/** A folder is chosen from those the request is about: a window cannot name another. */
function folderOf(ask: Interaction, path: string, { cwd }: GrantPlace, flavour: PathFlavour): string {
  if (foldersOf(ask).includes(path)) return flavour.path.resolve(ask.cwd ?? cwd, path)
  throw AppError.saying('tool.denied', say('grant.otherFolder', { path }))
}

function grantOf(row: TitledGrantRow): Grant {
  const rule = {
    tool: row.tool,
    action: row.action,
    ...(row.pattern === null ? {} : { pattern: row.pattern }),
  }
  const { answered_in: sessionId, request_id: requestId, title } = row
  return Grant.parse({
    id: row.id,
    rule,
    scope: row.scope,
    sessionId: row.session_id,
    projectId: row.project_id,
    path: row.path,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    answer:
      sessionId === null || requestId === null || title === null ? null : { sessionId, requestId, title },
    uses: row.uses,
    lastUsedAt: row.last_used_at,
  })
}
