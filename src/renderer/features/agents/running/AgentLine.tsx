import { useStore } from 'zustand'
import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { askText } from '../../../approvals/ask-text.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { isAtWork } from '../../../store/chat-agents-store.ts'
import { agentTitle } from '../../../ui/agent-title.ts'
import { inLineText } from '../../../ui/in-line-text.ts'
import type { MarkState } from '../../../ui/Mark.tsx'
import { PassingIconButton } from '../../../ui/PassingButton.tsx'
import { Silent } from '../../../ui/Silent.tsx'
import { useAgents } from '../agents-context.ts'
import { GoingLine } from './GoingLine.tsx'
import { Line } from './Line.tsx'

const MARKS: Readonly<Record<AgentRunState, MarkState>> = {
  queued: 'pend',
  running: 'run',
  waiting: 'wait',
  paused: 'limit',
  done: 'done',
  failed: 'fail',
  stopped: 'stop',
  interrupted: 'stop',
}

/** An agent that works for a chat: for what, what it does, and since when. A click opens its conversation. */
export function AgentLine({ run }: { run: AgentRun }) {
  const t = useText()
  const { api, app, agents, onAgent } = useAgents()
  const ahead = useStore(agents.store, ({ inLine }) => inLine.get(run.sessionId)) ?? null
  const going = isAtWork(run)
  const state = t(`children.state.${run.state}`)
  const { quiet, doing } = run
  const asks = run.state === 'waiting' && run.asks.length > 0
  const works = run.state === 'running' && doing !== null ? toolTitle(doing.tool, t) : state
  const ended = run.unheard === 0 ? state : t('children.unheard', { text: state, count: run.unheard })
  const stands = ahead === null ? works : inLineText(ahead, t)
  const words = going ? stands : ended
  // A teammate can also be asked to stop, and the board calls what is done at once by these words.
  const stop = run.teammate === null ? 'agents.running.stop' : 'agents.running.stopNow'
  return (
    <GoingLine>
      <Line
        mark={MARKS[run.state]}
        title={t('children.named', { agent: agentTitle(run, t), title: run.title })}
        about={
          asks ? (
            t('children.asks', { tool: askText(run, t) })
          ) : quiet === null ? (
            words
          ) : (
            <Silent quiet={quiet} doing={doing === null ? null : { what: works, since: doing.since }} />
          )
        }
        asks={run.state === 'waiting'}
        time={run.worked}
        used={run.usage}
        onOpen={() => onAgent(run)}
      />
      {going ? (
        <PassingIconButton
          icon="stop"
          size="small"
          label={t(stop, { name: run.title })}
          onClick={() => app.attempt(api.call('agent.stop', { sessionId: run.sessionId }))}
        />
      ) : run.state === 'paused' ? (
        <PassingIconButton
          icon="play"
          size="small"
          label={t('children.goOnHint', { title: run.title })}
          onClick={() => app.attempt(api.call('agent.goOnAll', { sessionId: run.sessionId }))}
        />
      ) : null}
    </GoingLine>
  )
}
