import { describeRule } from '#shared/permission/describe-rule.ts'
import type { Grant } from '#shared/permission/rule.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useAgents, useApp } from '../agents-context.ts'

/** Time an undo is offered, in seconds. */
const UNDO_SECONDS = 10

/** The ways to take a permission back and to say where it holds. */
export function useGrants() {
  const t = useText()
  const { app, toast } = useAgents()
  const projects = useApp((state) => state.projects)
  const home = useApp((state) => state.boot?.home ?? null)

  const placeOf = ({ scope, projectId, path, answer }: Grant): string => {
    const project = projects.find((each) => each.id === projectId)?.name ?? t('agents.grant.someProject')
    if (scope === 'session') return answer?.title ?? t('agents.grant.someSession')
    if (path === null) return project
    return home !== null && path.startsWith(home) ? `~${path.slice(home.length)}` : path
  }

  const revoke = async (grant: Grant): Promise<void> => {
    const undo = await app.revokeGrant(grant)
    toast({
      mark: 'done',
      text: t('agents.grant.revoked', { rule: describeRule(grant.rule) }),
      seconds: UNDO_SECONDS,
      action: { label: t('agents.grant.undo'), onAct: () => app.attempt(undo()) },
    })
  }

  return { placeOf, revoke: (grant: Grant) => app.attempt(revoke(grant)) }
}
