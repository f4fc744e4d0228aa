import { AppError } from '#shared/errors.ts'
import type { GrantId, ProjectId, SessionId } from '#shared/ids.ts'
import { Grant, type PermissionRule, type Remember } from '#shared/permission/rule.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../../lib/ids.ts'
import type { GrantRow, GrantRows } from './rows.ts'

type Deps = {
  readonly rows: GrantRows
  readonly now: () => number
  readonly newId: NewId
  /** Called after the list has changed. */
  readonly changed: () => void
}

/** Where an answer was given. */
export type GrantPlace = { readonly sessionId: SessionId; readonly projectId: ProjectId | null }

/** Permissions that outlive the question they answered: listed, scoped, and taken back at any time. */
export function createGrants({ rows, now, newId, changed }: Deps) {
  // Left by versions that kept what was allowed in a project after it was removed.
  rows.removeGone.run()
  // Every call of every tool asks, and nobody else writes this table.
  let known: readonly Grant[] | null = null
  const all = (): readonly Grant[] => {
    known ??= rows.all.all().map(grantOf)
    return known
  }
  const forget = (): void => {
    known = null
    changed()
  }

  return {
    list: all,
    /** The rules in force in a session, oldest first. */
    inForce: ({ sessionId, projectId }: GrantPlace): PermissionRule[] =>
      all()
        .filter((grant) => grant.expiresAt === null || grant.expiresAt > now())
        .filter((grant) =>
          grant.scope === 'session' ? grant.sessionId === sessionId : grant.projectId === projectId,
        )
        .map(({ rule }) => rule),
    /** Keeps the rules of an approval for as long as the person said. `once` keeps nothing. */
    remember: (proposed: readonly PermissionRule[], remember: Remember, place: GrantPlace): void => {
      if (remember.scope === 'once') return
      // Until a folder can be told from its project, a wider permission than the person gave must not be stored.
      if (remember.scope === 'folder') {
        throw AppError.saying('not_implemented', say('grant.noFolder'))
      }
      const scope = remember.scope === 'session' || place.projectId === null ? 'session' : 'project'
      for (const rule of proposed) {
        const grant = {
          scope,
          session_id: scope === 'session' ? place.sessionId : null,
          project_id: scope === 'project' ? place.projectId : null,
          tool: rule.tool,
          pattern: rule.pattern ?? null,
          action: rule.action,
          created_at: now(),
          expires_at: remember.expiresAt ?? null,
        }
        if (rows.equal.get(grant) === undefined) rows.insert.run({ id: newId('grant'), ...grant })
      }
      forget()
    },
    /** Takes back what was allowed in projects that are no longer in the list. */
    forgetGone: (): void => {
      if (rows.removeGone.run().changes > 0) forget()
    },
    revoke: (grantId: GrantId): void => {
      rows.remove.run(grantId)
      forget()
    },
  }
}

export type Grants = ReturnType<typeof createGrants>

function grantOf(row: GrantRow): Grant {
  const rule = {
    tool: row.tool,
    action: row.action,
    ...(row.pattern === null ? {} : { pattern: row.pattern }),
  }
  return Grant.parse({
    id: row.id,
    rule,
    scope: row.scope,
    sessionId: row.session_id,
    projectId: row.project_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  })
}
