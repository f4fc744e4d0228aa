import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { AgentReportView } from './AgentReportView.tsx'
import type { Entry } from './entry.ts'
import { Note } from './Note.tsx'

type AgentEndedProps = Pick<Extract<Entry, { kind: 'agentEnded' }>, 'title' | 'state' | 'report'>

const WORDS = {
  done: 'chat.agentDone',
  paused: 'chat.agentPaused',
  failed: 'chat.agentFailed',
  stopped: 'chat.agentFailed',
  interrupted: 'chat.agentFailed',
} as const

/** The end of an agent nobody waited for, with its report for whoever wants to read it. */
export function AgentEnded({ title, state, report }: AgentEndedProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-2">
      <Note>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="underline">
          {t(WORDS[state], { title })}
        </button>
      </Note>
      {open ? (
        <div className="rounded-md border border-line bg-sunken p-3 text-fg-2">
          <AgentReportView report={report} isDone={state === 'done'} />
        </div>
      ) : null}
    </div>
  )
}
