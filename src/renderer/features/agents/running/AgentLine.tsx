import type { AgentRun } from '#shared/agent/agent-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { isAtWork } from '../../../store/agents/chat-agents-store.ts'
import { PassingIconButton } from '../../../ui/controls/PassingButton.tsx'
import { agentTitle } from '../../../ui/names/agent-title.ts'
import { useAgents } from '../agents-context.ts'
import { AGENT_MARKS, AgentAbout } from './AgentAbout.tsx'
import { Line } from './Line.tsx'
import { TransientRow } from './TransientRow.tsx'

/** An agent that works for a chat: for what, what it does, and since when. A click opens its conversation. */
export function AgentLine({ run }: { run: AgentRun }) {
  const t = useText()
  const { api, app, onAgent } = useAgents()
  // A teammate can also be asked to stop, and the board calls what is done at once by these words.
  const stop = run.teammate === null ? 'agents.running.stop' : 'agents.running.stopNow'
  return (
    <TransientRow>
      <Line
        mark={AGENT_MARKS[run.state]}
        title={t('children.named', { agent: agentTitle(run, t), title: run.title })}
        about={<AgentAbout run={run} />}
        asks={run.state === 'waiting'}
        time={run.worked}
        used={run.usage}
        onOpen={() => onAgent(run)}
      />
      {isAtWork(run) ? (
        <PassingIconButton
          icon="stop"
          size="small"
          label={t(stop, { name: run.title })}
          onClick={() => app.attempt(api.command('agent.stop', { sessionId: run.sessionId }))}
        />
      ) : run.state === 'paused' ? (
        <PassingIconButton
          icon="play"
          size="small"
          label={t('children.goOnHint', { title: run.title })}
          onClick={() => app.attempt(api.command('agent.goOnAll', { sessionId: run.sessionId }))}
        />
      ) : null}
    </TransientRow>
  )
}
