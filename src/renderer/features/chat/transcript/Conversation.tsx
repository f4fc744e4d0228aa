import { useCallback, useEffect } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { painted } from '../../../ui/base/painted.ts'
import { ErrorBoundary } from '../../../ui/text/ErrorBoundary.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { PlainTranscript } from './PlainTranscript.tsx'
import { Transcript } from './Transcript.tsx'

/**
 * Shows the conversation of a session. One that fails to render is shown as plain text. Main learns when
 * rendering starts and ends, so that a start does not reopen a chat that crashed the window.
 */
export function Conversation({ sessionId }: { readonly sessionId: SessionId }) {
  const t = useText()
  const { app } = useChat()
  const isPlain = useApp((state) => state.isPlain && state.openSession === sessionId)
  const project = useApp((state) => state.openProject)
  const report = useDrawnReport(sessionId)
  if (isPlain) {
    return (
      <PlainTranscript reason={t('chat.plain.wanted')} onDraw={() => app.openSession(sessionId, project)} />
    )
  }
  return (
    <ErrorBoundary
      onError={() => report(false)}
      fallback={(_error, retry) => <PlainTranscript reason={t('chat.plain.failed')} onDraw={retry} />}
    >
      <Transcript />
      <Drawn onDrawn={report} />
    </ErrorBoundary>
  )
}

/** Reports once that the adjacent content is painted. */
function Drawn({ onDrawn }: { readonly onDrawn: (drawn: boolean) => void }) {
  useEffect(() => {
    let isShown = true
    painted()
      .then(() => isShown && onDrawn(true))
      // Waiting for a frame does not fail.
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [onDrawn])
  return null
}

/** Only the open chat is opened again at a start; agents and workflow runs are not. */
function useDrawnReport(sessionId: SessionId): (drawn: boolean) => void {
  const { api, app } = useChat()
  return useCallback(
    (drawn) => {
      if (app.store.getState().openSession !== sessionId) return
      app.attempt(api.command('session.drawn', { sessionId, drawn }))
    },
    [api, app, sessionId],
  )
}
