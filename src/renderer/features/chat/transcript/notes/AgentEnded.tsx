import { useText } from '../../../../messages/TextProvider.tsx'
import type { Entry } from '../entry.ts'
import { AgentReportView } from './AgentReportView.tsx'
import { Folded } from './Folded.tsx'

type AgentEndedProps = Pick<Extract<Entry, { kind: 'agentEnded' }>, 'title' | 'state' | 'report'>

const WORDS = {
  done: 'chat.agentDone',
  paused: 'chat.agentPaused',
  failed: 'chat.agentFailed',
  stopped: 'chat.agentFailed',
  interrupted: 'chat.agentFailed',
} as const

/** Shows the end of a background agent with its expandable report. */
export function AgentEnded({ title, state, report }: AgentEndedProps) {
  const t = useText()
  return (
    <Folded title={t(WORDS[state], { title })}>
      <AgentReportView report={report} isDone={state === 'done'} />
    </Folded>
  )
}
