import { useText } from '../../../messages/TextProvider.tsx'
import { useChat } from '../chat-context.ts'
import { type RestoreRequest, useOpenFiles } from './files-request.ts'
import { useLeftWords } from './left-reasons.ts'
import { choiceOf, sortedResult } from './restore-choice.ts'

/**
 * Undoes or redoes the change to one file at once, with an undo in a toast. With an obstacle it opens the
 * panel that explains it, and changes nothing.
 */
export function useQuickRestore(): (request: RestoreRequest) => void {
  const t = useText()
  const { api, app, toast } = useChat()
  const open = useOpenFiles()
  const leftWords = useLeftWords()
  const put = async (request: RestoreRequest): Promise<void> => {
    const { sessionId, scope, direction } = request
    const files = request.files === null ? {} : { files: [...request.files] }
    const preview = await api.read('checkpoint.preview', { sessionId, direction, scope, ...files })
    const isFree = preview.files.every(({ outcome }) => outcome !== 'conflict' && outcome !== 'refused')
    if (!isFree || preview.files.length !== 1) return open(request)
    const along = choiceOf(preview.files, new Set())
    const result = await api.command(`checkpoint.${direction}`, { sessionId, scope, ...along })
    const { left } = sortedResult(result)
    if (left.some(({ outcome }) => outcome === 'conflict')) return open(request)
    if (left.length > 0) return app.notify('warn', leftWords(left))
    const back = direction === 'undo' ? 'redo' : 'undo'
    toast?.({
      mark: 'done',
      text: t(direction === 'undo' ? 'files.putBack' : 'files.madeAgain', { count: 1 }),
      action: {
        label: t(back === 'redo' ? 'files.redoThis' : 'files.undoThis'),
        onAct: () => app.attempt(put({ ...request, direction: back })),
      },
      seconds: 12,
    })
  }
  return (request) => app.attempt(put(request))
}
