import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SessionId } from '#shared/ids.ts'
import { tokensOf } from '#shared/session/usage.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { type Query, useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { RunActions } from '../run-actions.ts'
import { isOver } from '../run-figures.ts'
import { useApp, useWorkflows } from '../workflows-context.ts'
import { AgentHead } from './AgentHead.tsx'
import { AgentResult, type AgentWhole } from './AgentResult.tsx'
import { Fold } from './Fold.tsx'
import { ForkForm } from './ForkForm.tsx'
import { TryList } from './TryList.tsx'

type AgentDetailProps = {
  readonly run: WorkflowRunListing
  readonly agent: WorkflowAgentView
  readonly actions: RunActions
  readonly wide: boolean
  /** The prompt is being edited for a fork. */
  readonly forking: boolean
  readonly onForking: (forking: boolean) => void
  /** It has the room of all panes. */
  readonly alone: boolean
  readonly onAlone: () => void
}

/** One agent from its prompt to its result. */
export function AgentDetail(props: AgentDetailProps) {
  const { run, agent, actions, wide, forking, onForking, alone, onAlone } = props
  const { agentId } = agent
  const settled = isOver(agent)
  const placed = agent.ref !== null
  const whole = useQuery('workflow.agent', { workflowRunId: run.id, agentId }, { reasons: [placed, settled] })
  const prompt = whole.data?.prompt ?? agent.prompt
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <AgentHead run={run} agent={agent} actions={actions} onFork={() => onForking(true)} />
      {forking ? (
        <ForkPart
          name={`${run.id} ${agent.key} ${agent.nth}`}
          agent={agent}
          whole={whole}
          onStart={(text, reuseEdits) => actions.forkPrompt(agentId, text, reuseEdits)}
          onClose={() => onForking(false)}
        />
      ) : (
        <Parts
          agent={agent}
          whole={whole}
          prompt={prompt}
          alone={alone}
          onAlone={onAlone}
          wide={wide || alone}
        />
      )}
    </div>
  )
}

type ForkPartProps = {
  readonly name: string
  readonly agent: WorkflowAgentView
  readonly whole: Query<AgentWhole>
  readonly onStart: (prompt: string, reuseEdits: boolean) => Promise<void>
  readonly onClose: () => void
}

/** The form of a fork, once the whole prompt is there: what is sent must not be the beginning of one. */
function ForkPart({ name, agent, whole, onStart, onClose }: ForkPartProps) {
  const t = useText()
  if (whole.data?.whole === true) {
    const { prompt } = whole.data
    return <ForkForm name={name} label={agent.label} prompt={prompt} onStart={onStart} onClose={onClose} />
  }
  const problem = whole.data === null ? whole.problem : t('workflows.fork.cut')
  return (
    <div className="grid content-start gap-3 p-4">
      {problem === null ? (
        <Placeholder rows={4} />
      ) : (
        <Failure message={problem} onRetry={whole.data === null ? whole.reload : undefined} />
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </div>
  )
}

type PartsProps = {
  readonly agent: WorkflowAgentView
  readonly whole: Query<AgentWhole>
  readonly prompt: string
  readonly wide: boolean
  readonly alone: boolean
  readonly onAlone: () => void
}

function Parts({ agent, whole, prompt, wide, alone, onAlone }: PartsProps) {
  const t = useText()
  const [shown, setShown] = useState({ prompt: false, transcript: true, result: wide })
  const toggle = (part: keyof typeof shown) => setShown({ ...shown, [part]: !shown[part] })
  const [looked, setLooked] = useState<SessionId | null>(null)
  const wanted = useApp((state) => state.lookAt)
  useEffect(() => {
    if (wanted === null) return
    setLooked(wanted.sessionId)
    setShown((before) => ({ ...before, transcript: true }))
  }, [wanted])
  // The attempt selected for another agent does not apply here.
  const earlier = agent.tries.find(({ ref }) => ref.sessionId === looked)?.ref.sessionId ?? null
  return (
    <>
      <Fold
        title={t('workflows.detail.prompt')}
        open={shown.prompt}
        onToggle={() => toggle('prompt')}
        beside={shown.prompt ? null : <span className="truncate text-fg-3">{prompt.slice(0, 200)}</span>}
      >
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long prompt scrolls by keyboard
          tabIndex={0}
          className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words px-4 pb-3 focus-visible:outline-offset-[-2px]"
        >
          {prompt}
          {whole.data?.whole === false ? (
            <p className="pt-2 text-fg-3 text-xs">{t('workflows.detail.promptCut')}</p>
          ) : null}
        </div>
      </Fold>
      <Fold
        grows
        title={t('workflows.detail.transcript')}
        open={shown.transcript}
        onToggle={() => toggle('transcript')}
        beside={
          agent.state === 'running' && earlier === null ? (
            <Chip look="live" size="small">
              {t('workflows.detail.live')}
            </Chip>
          ) : null
        }
        right={
          <span className="flex items-center gap-2">
            <Used agent={agent} />
            <IconButton
              icon="external"
              size="small"
              label={t(alone ? 'workflows.detail.together' : 'workflows.detail.alone')}
              pressed={alone}
              onClick={onAlone}
            />
          </span>
        }
      >
        {agent.tries.length === 0 ? null : <TryList agent={agent} chosen={earlier} onChoose={setLooked} />}
        <AgentTranscript agent={agent} sessionId={earlier ?? agent.ref?.sessionId ?? null} />
      </Fold>
      <AgentResult
        agent={agent}
        whole={whole}
        open={shown.result}
        grows={!shown.transcript}
        onToggle={() => toggle('result')}
      />
    </>
  )
}

/** Shows the size of the conversation. */
function Used({ agent: { tools, cost } }: { agent: WorkflowAgentView }) {
  const t = useText()
  const numbers = useNumbers()
  const words = [
    ...(tools === null ? [] : [t('workflows.detail.tools', { count: tools })]),
    ...(cost === null ? [] : [t('workflows.detail.tokens', { tokens: numbers.short(tokensOf(cost.usage)) })]),
  ]
  return words.join(' · ')
}

type TranscriptProps = { readonly agent: WorkflowAgentView; readonly sessionId: SessionId | null }

/** A session of the agent's, for as long as this is drawn. */
function AgentTranscript({ agent, sessionId }: TranscriptProps) {
  const t = useText()
  const { agentSession, transcript, app } = useWorkflows()
  const shown = useStore(agentSession.store, (state) => state.sessionId)
  const problem = useStore(agentSession.store, (state) => state.problem)
  useEffect(() => {
    app.attempt(agentSession.open(sessionId))
  }, [agentSession, sessionId, app])
  useEffect(() => () => app.attempt(agentSession.open(null)), [agentSession, app])
  if (sessionId === null) {
    return (
      <p className="px-4 pb-3 text-fg-3 text-sm">
        {t(agent.memo ? 'workflows.detail.memoTranscript' : 'workflows.detail.noTranscript')}
      </p>
    )
  }
  if (problem !== null) {
    return (
      <div className="px-4 pb-3">
        <Failure message={problem.message} onRetry={() => app.attempt(agentSession.retry())} />
      </div>
    )
  }
  if (shown !== sessionId) {
    return (
      <div className="px-4">
        <Placeholder rows={4} />
      </div>
    )
  }
  return <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{transcript}</div>
}
