import type { CheckpointDirection } from '#shared/checkpoint/checkpoint.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useChat, useSession } from '../chat-context.ts'
import type { ToolEntry } from '../transcript/entry.ts'
import { eventOfKey } from '../transcript/event-of-key.ts'
import type { RestoreRequest } from './files-request.ts'
import { changeOf } from './touched-by-call.ts'
import { useQuickRestore } from './use-quick-restore.ts'
import { useSharedFiles } from './use-touched-files.ts'

/** The way back from the change of one call, at once and with a way to redo it. Draws nothing where there is none. */
export function UndoCall({ call }: { readonly call: ToolEntry }) {
  const sessionId = useSession((state) => state.sessionId)
  const { toast } = useChat()
  const data = useSharedFiles(sessionId)?.data ?? null
  const change = data === null || toast === null ? null : changeOf(call, data.files)
  if (change === null || sessionId === null) return null
  const direction = change.undone ? 'redo' : 'undo'
  const request: RestoreRequest = {
    what: 'restore',
    sessionId,
    direction,
    after: null,
    together: null,
    name: change.path,
    scope: { of: 'turn', eventId: eventOfKey(call.key) },
    files: [change.file],
  }
  return <RestoreNow key={direction} request={request} direction={direction} />
}

type RestoreNowProps = { readonly request: RestoreRequest; readonly direction: CheckpointDirection }

function RestoreNow({ request, direction }: RestoreNowProps) {
  const t = useText()
  const put = useQuickRestore()
  const { name } = request
  return (
    <Button
      size="small"
      look="ghost"
      aria-label={t(direction === 'undo' ? 'files.undo' : 'files.redo', { name })}
      onClick={() => put(request)}
    >
      {t(direction === 'undo' ? 'files.undoThis' : 'files.redoThis')}
    </Button>
  )
}
