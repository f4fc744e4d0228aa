import type { SessionId } from '#shared/ids.ts'
import type { SessionFileFormat } from '#shared/session/exports/session-file.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { sentences } from '../../../ui/base/sentences.ts'
import { useChat } from '../chat-context.ts'

/** Time an undo is offered in a toast, in seconds. */
const UNDO_SECONDS = 12
const TOLD_SECONDS = 8

/** Returns the actions on a whole chat. */
export function useSessionActs(row: SessionListing) {
  const t = useText()
  const { api, app, toast } = useChat()
  const { id: sessionId, projectId } = row
  const change = (changes: { readonly pinned?: boolean; readonly archived?: boolean }) =>
    api.command('session.update', { sessionId, changes })
  const undoable = (deed: Promise<unknown>, text: string, undo: () => Promise<unknown>) =>
    app.attempt(
      deed.then(() =>
        toast?.({
          mark: 'done',
          text,
          seconds: UNDO_SECONDS,
          action: { label: t('ui.undo'), onAct: () => app.attempt(undo()) },
        }),
      ),
    )
  const open = ({ sessionId: made }: { readonly sessionId: SessionId }) => app.openSession(made, projectId)

  return {
    setPinned: (pinned: boolean) => app.attempt(change({ pinned })),
    setArchived: (archived: boolean) => {
      if (!archived) return app.attempt(change({ archived }))
      undoable(change({ archived }), t('chats.archivedDone'), () => change({ archived: false }))
    },
    copy: () => app.attempt(api.command('session.fork', { sessionId, eventId: null }).then(open)),
    attempts: () => app.show('attempts'),
    remove: () =>
      undoable(api.command('session.delete', { sessionId }), t('chats.deleted'), () =>
        api.command('session.restore', { sessionId }),
      ),
    exportAs: (format: SessionFileFormat) =>
      app.attempt(
        api.command('session.export', { sessionId, format, redact: true }).then((written) => {
          if (written === null) return
          const { fileName, messages, secrets, leftOut, agents, agentsLeft } = written
          const told = [
            t('chats.exported', { name: fileName, count: messages }),
            agents === 0 ? null : t('chats.agentsExported', { count: agents }),
            agentsLeft === 0 ? null : t('chats.agentsTooMany', { count: agentsLeft }),
            secrets === 0 ? null : t('chats.secretsHidden', { count: secrets }),
            leftOut === 0 ? null : t('chats.leftOut', { count: leftOut }),
          ]
          toast?.({ mark: 'done', text: sentences(t, told), seconds: TOLD_SECONDS })
        }),
      ),
  }
}
