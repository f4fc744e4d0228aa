import { useEffect, useState } from 'react'
import { isPaused } from '#shared/run/is-paused.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { SessionState } from '../../store/session-state.ts'
import { useSession } from './chat-context.ts'

/** Announces the state of the run to screen readers. The text itself is in the log, to be read on request. */
export function Announcer() {
  const t = useText()
  const state = useSession(standing)
  const sessionId = useSession((session) => session.sessionId)
  const [told, setTold] = useState<{ sessionId: string | null; state: Standing }>({
    sessionId: null,
    state: null,
  })
  const [text, setText] = useState('')
  useEffect(() => {
    if (told.sessionId === sessionId && told.state === state) return
    setTold({ sessionId, state })
    // A chat that is opened long after its run has ended has nothing to tell.
    const old = told.sessionId !== sessionId && state !== 'running' && state !== 'waiting'
    setText(state === null || old ? '' : t(`chat.announce.${state}`))
  }, [told, sessionId, state, t])
  return (
    <p aria-live="polite" className="unseen">
      {text}
    </p>
  )
}

type Standing = ReturnType<typeof standing>

function standing({ folds }: SessionState) {
  if (Object.keys(folds.interactions).length > 0) return 'waiting'
  const run = Object.values(folds.runs).findLast((each) => each.kind === 'chat')
  if (run === undefined) return null
  if (!isTerminal(run.status)) return 'running'
  if (run.status === 'completed') return 'done'
  if (isPaused(run)) return 'paused'
  return run.status === 'failed' ? 'failed' : 'stopped'
}
