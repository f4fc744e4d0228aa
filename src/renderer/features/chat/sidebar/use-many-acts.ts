import type { SessionFileFormat } from '#shared/session/exports/session-file.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { sentences } from '../../../ui/base/sentences.ts'
import { useChat } from '../chat-context.ts'

/** Time an undo is offered in a toast, in seconds. */
const UNDO_SECONDS = 12
const TOLD_SECONDS = 8

/** Returns the actions on several chats. Each is undone as a whole. */
export function useManyActs(rows: readonly SessionListing[], onDone: () => void) {
  const t = useText()
  const { api, app, toast } = useChat()
  const each = (among: readonly SessionListing[], act: (row: SessionListing) => Promise<unknown>) =>
    Promise.all(among.map(act))
  const undoable = (deed: Promise<unknown>, text: string, undo: () => Promise<unknown>) =>
    app.attempt(
      deed.then(() => {
        onDone()
        toast?.({
          mark: 'done',
          text,
          seconds: UNDO_SECONDS,
          action: { label: t('ui.undo'), onAct: () => app.attempt(undo()) },
        })
      }),
    )
  const setArchived = (among: readonly SessionListing[], archived: boolean) =>
    each(among, ({ id: sessionId }) => api.command('session.update', { sessionId, changes: { archived } }))
  return {
    archive: () => {
      const open = rows.filter(({ archived }) => archived !== true)
      undoable(setArchived(open, true), t('chats.many.archived', { count: open.length }), () =>
        setArchived(open, false),
      )
    },
    remove: () =>
      undoable(
        each(rows, ({ id: sessionId }) => api.command('session.delete', { sessionId })),
        t('chats.many.deleted', { count: rows.length }),
        () => each(rows, ({ id: sessionId }) => api.command('session.restore', { sessionId })),
      ),
    markRead: () =>
      app.attempt(api.command('session.markRead', { sessionIds: rows.map(({ id }) => id) }).then(onDone)),
    exportAs: (format: SessionFileFormat) =>
      app.attempt(
        api
          .command('session.exportMany', { sessionIds: rows.map(({ id }) => id), format, redact: true })
          .then((written) => {
            if (written === null) return
            onDone()
            const { folder, count, failed, secrets } = written
            const told = [
              t('chats.many.exported', { count, folder }),
              failed === 0 ? null : t('chats.many.notExported', { count: failed }),
              secrets === 0 ? null : t('chats.secretsHidden', { count: secrets }),
            ]
            toast?.({ mark: 'done', text: sentences(t, told), seconds: TOLD_SECONDS })
          }),
      ),
  }
}
