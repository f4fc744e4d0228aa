import { useStore } from 'zustand'
import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { questionSubject } from '../../../approvals/question-subject.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { isAtWork } from '../../../store/agents/chat-agents-store.ts'
import type { MarkState } from '../../../ui/controls/Mark.tsx'
import { Silent } from '../../../ui/limits/Silent.tsx'
import { inLineText } from '../../../ui/names/in-line-text.ts'
import { useAgents } from '../agents-context.ts'

/** The mark of an agent in each state. */
export const AGENT_MARKS: Readonly<Record<AgentRunState, MarkState>> = {
  queued: 'pend',
  running: 'run',
  waiting: 'wait',
  paused: 'limit',
  done: 'done',
  failed: 'fail',
  stopped: 'stop',
  interrupted: 'stop',
}

/** Shows the activity of an agent: request, queue position, tool, silence or end. */
export function AgentAbout({ run }: { readonly run: AgentRun }) {
  const t = useText()
  const { agents } = useAgents()
  const ahead = useStore(agents.store, ({ inLine }) => inLine.get(run.sessionId)) ?? null
  const state = t(`children.state.${run.state}`)
  const { quiet, doing } = run
  if (run.state === 'waiting' && run.asks.length > 0)
    return t('children.asks', { tool: questionSubject(run, t) })
  const works = run.state === 'running' && doing !== null ? toolTitle(doing.tool, t) : state
  if (quiet !== null) {
    return <Silent quiet={quiet} doing={doing === null ? null : { what: works, since: doing.since }} />
  }
  if (isAtWork(run)) return ahead === null ? works : inLineText(ahead, t)
  return run.unheard === 0 ? state : t('children.unheard', { text: state, count: run.unheard })
}
