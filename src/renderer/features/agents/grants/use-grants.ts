import type { Grant } from '#shared/permission/rule.ts'
import { revokeGrant } from '../../../approvals/revoke-grant.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useAgents, useApp } from '../agents-context.ts'

/** The ways to take a permission back and to say where it holds. */
export function useGrants() {
  const t = useText()
  const { api, app, toast } = useAgents()
  const projects = useApp((state) => state.projects)
  const home = useApp((state) => state.boot?.home ?? null)

  const placeOf = ({ scope, projectId, path, answer }: Grant): string => {
    const project = projects.find((each) => each.id === projectId)?.name ?? t('agents.grant.someProject')
    if (scope === 'session') return answer?.title ?? t('agents.grant.someSession')
    if (path === null) return project
    return home !== null && path.startsWith(home) ? `~${path.slice(home.length)}` : path
  }

  return { placeOf, revoke: (grant: Grant) => app.attempt(revokeGrant(grant, { api, app, toast, t })) }
}
