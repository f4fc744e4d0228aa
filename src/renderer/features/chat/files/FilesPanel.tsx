import { type ReactNode, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useSession } from '../chat-context.ts'
import { ReviewPanel } from '../interaction/ReviewPanel.tsx'
import { FileChangesView } from './FileChangesView.tsx'
import { type FilesRequest, OpenFilesProvider } from './files-request.ts'
import { RestorePart } from './RestorePart.tsx'
import { TouchedFilesProvider, useTouchedFiles } from './use-touched-files.ts'

/** Everything inside can open the panel in which changed files are looked at and put back. */
export function FilesHost({ children }: { readonly children: ReactNode }) {
  const [request, setRequest] = useState<FilesRequest | null>(null)
  const close = () => setRequest(null)
  const touched = useTouchedFiles(useSession((state) => state.sessionId))
  return (
    <OpenFilesProvider value={setRequest}>
      <TouchedFilesProvider value={touched}>{children}</TouchedFilesProvider>
      {request === null ? null : <FilesPanel request={request} onOpen={setRequest} onClose={close} />}
    </OpenFilesProvider>
  )
}

type FilesPanelProps = {
  readonly request: FilesRequest
  readonly onOpen: (request: FilesRequest) => void
  readonly onClose: () => void
}

function FilesPanel({ request, onOpen, onClose }: FilesPanelProps) {
  const t = useText()
  return (
    <ReviewPanel title={useTitle(request)} label={t('files.panel')} onClose={onClose}>
      {request.what === 'look' ? (
        <FileChangesView request={request} onOpen={onOpen} onClose={onClose} />
      ) : (
        <RestorePart key={request.direction} request={request} onClose={onClose} />
      )}
    </ReviewPanel>
  )
}

function useTitle(request: FilesRequest): string {
  const t = useText()
  const { name } = request
  if (request.what === 'look') return t('chat.changesTo', { path: name })
  if (request.together?.with === 'rewind') return t('files.rewindTitle')
  if (request.together?.with === 'forward') return t('branches.forward')
  if (request.together?.with === 'again') return t('chat.answerAgain')
  if (request.together?.with === 'resend') return t('files.alongTitle')
  return t(request.direction === 'undo' ? 'files.undoTitle' : 'files.redoTitle', { name })
}
