import { useText } from '../../../messages/TextProvider.tsx'
import { useAgents, useApp } from '../agents-context.ts'

/** Time an undo is offered, in seconds. */
const UNDO_SECONDS = 10

type DeletedAgent = { readonly id: string; readonly name: string; readonly source: 'user' | 'project' }

/** Deletes the file of an agent, and offers to have it back. `onGone` is called once it is gone. */
export function useDeleteAgent(onGone: () => void): (agent: DeletedAgent) => void {
  const t = useText()
  const { api, app, toast } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const remove = async ({ id, name, source }: DeletedAgent) => {
    const file = { projectId, source, agentId: id }
    await api.command('agents.delete', file)
    toast({
      mark: 'done',
      text: t('agents.deleted', { name }),
      seconds: UNDO_SECONDS,
      action: {
        label: t('agents.grant.undo'),
        onAct: () => app.attempt(api.command('agents.restore', file)),
      },
    })
    onGone()
  }
  return (agent) => app.attempt(remove(agent))
}
