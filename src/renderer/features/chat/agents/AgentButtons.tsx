import type { AgentRun } from '#shared/agent/agent-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { PassingIconButton } from '../../../ui/controls/PassingButton.tsx'
import { useApp } from '../chat-context.ts'
import { isOver } from './agent-tree.ts'
import { useAgentDeeds } from './use-agents-of-chat.ts'

/** Shows the actions on a running agent: background, or stop with all its subagents. */
export function AgentButtons({ run }: { run: AgentRun }) {
  const t = useText()
  const deeds = useAgentDeeds()
  const allowsBackground = useApp((state) => state.settings.backgroundAgents)
  if (isOver(run)) return null
  return (
    <>
      {run.background || !allowsBackground ? null : (
        <PassingIconButton
          icon="skip"
          size="small"
          label={t('children.toBackground', { title: run.title })}
          onClick={() => deeds.toBackground(run.sessionId)}
        />
      )}
      <StopAgent run={run} />
    </>
  )
}

/** Words for one agent alone and with all that work for it. A teammate can also be asked to stop: this is no asking. */
const STOPS = {
  agent: { alone: 'children.stop', all: 'children.stopAll' },
  teammate: { alone: 'children.stopNow', all: 'children.stopAllNow' },
} as const

/** Ends an agent and all that work for it, and says how many that are. */
export function StopAgent({ run }: { run: AgentRun }) {
  const t = useText()
  const deeds = useAgentDeeds()
  if (isOver(run)) return null
  const { title, sessionId } = run
  const others = run.subtree.agents - 1
  const stop = STOPS[run.teammate === null ? 'agent' : 'teammate']
  return (
    <PassingIconButton
      icon="stop"
      size="small"
      label={others === 0 ? t(stop.alone, { title }) : t(stop.all, { title, count: others })}
      onClick={() => deeds.stop(sessionId)}
    />
  )
}
