import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { RunStatus } from '#shared/run/run.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { Query } from '../../../data/use-query.ts'
import { useProblemWords, useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { wordOf } from '../agents/agent-rows.ts'
import { useWorkflows } from '../workflows-context.ts'
import { Fold } from './Fold.tsx'
import { type InvalidAnswer, invalidAnswersIn } from './invalid-answers.ts'
import { isStructured } from './json-rows.ts'
import { ValueView } from './ValueView.tsx'

/**
 * Details beyond the list: the full result and the prompt, with `whole` false when only its beginning is
 * stored.
 */
export type AgentWhole = { readonly prompt: string; readonly whole: boolean; readonly value: unknown }

type AgentResultProps = {
  readonly agent: WorkflowAgentView
  readonly whole: Query<AgentWhole>
  readonly open: boolean
  readonly grows: boolean
  readonly onToggle: () => void
}

/** Shows the agent's answer, the errors of earlier answers and the tries. */
export function AgentResult({ agent, whole, open, grows, onToggle }: AgentResultProps) {
  const t = useText()
  const attempts = useAttempts(agent)
  const [chosen, setChosen] = useState<number | null>(null)
  const word = wordOf(agent)
  const attempt = chosen === null ? undefined : attempts[chosen]
  const isNewest = attempt === undefined || chosen === attempts.length - 1
  return (
    <Fold
      title={t('workflows.detail.result')}
      open={open}
      grows={grows}
      onToggle={onToggle}
      right={isNewest ? t(`workflows.word.${word}`) : <MisfitWords misfit={attempt.misfit} />}
      beside={
        attempts.length < 2 ? null : (
          <Attempts
            marks={attempts.map((each) => each.mark)}
            chosen={chosen ?? attempts.length - 1}
            onChoose={setChosen}
          />
        )
      }
    >
      <div
        className={
          grows
            ? 'flex min-h-0 flex-1 flex-col'
            : (isNewest ? agent.state === 'done' : attempt.misfit !== null)
              ? 'flex h-44 flex-col'
              : 'flex max-h-44 flex-col'
        }
      >
        {isNewest ? (
          <Outcome agent={agent} whole={whole} />
        ) : attempt.misfit === null ? (
          <Problems text={attempt.problem} />
        ) : (
          <ValueView value={attempt.misfit.value} problems={attempt.misfit.problems} />
        )}
      </div>
    </Fold>
  )
}

function Outcome({ agent, whole }: { agent: WorkflowAgentView; whole: Query<AgentWhole> }) {
  const t = useText()
  const say = useProblemWords()
  const quiet = (text: string) => <p className="px-4 pb-3 text-fg-3 text-sm">{text}</p>
  switch (agent.state) {
    case 'done':
      if (whole.problem !== null) {
        return (
          <div className="px-4 pb-3">
            <Failure message={whole.problem} onRetry={whole.reload} />
          </div>
        )
      }
      return <ValueView value={whole.data?.value ?? agent.result?.summary ?? ''} />
    case 'dead':
      return (
        <Problems
          text={agent.error === null ? null : say(agent.error)}
          after={t('workflows.detail.deadResult')}
        />
      )
    case 'skipped':
      return quiet(t('workflows.detail.skippedResult'))
    case 'stopped':
      return quiet(t('workflows.cutOff'))
    default:
      return quiet(t('workflows.detail.noResult'))
  }
}

/** Shows the problems, one a line. */
function Problems({ text, after }: { text: string | null; after?: string }) {
  const t = useText()
  return (
    <div className="grid min-h-0 content-start gap-2 overflow-y-auto px-4 pb-3">
      <Banner look="bad">
        <span className="whitespace-pre-wrap">{text ?? t('workflows.word.dead')}</span>
      </Banner>
      {after === undefined ? null : <p className="text-fg-3 text-sm">{after}</p>}
    </div>
  )
}

/** Shows the kind of an earlier answer and its number of errors. */
function MisfitWords({ misfit }: { misfit: InvalidAnswer | null }) {
  const t = useText()
  if (misfit === null) return null
  const word = isStructured(misfit.value) ? 'object' : 'text'
  return `${t(`workflows.word.${word}`)}, ${t('workflows.detail.errors', { count: misfit.problems.length })}`
}

type Attempt = {
  readonly mark: MarkState
  readonly problem: string | null
  /** The answer that did not fit, while the conversation at hand reaches back to it. */
  readonly misfit: InvalidAnswer | null
}

const ATTEMPT_MARKS: Readonly<Record<RunStatus, MarkState>> = {
  pending: 'pend',
  running: 'run',
  awaiting_user: 'wait',
  paused: 'pause',
  completed: 'done',
  failed: 'fail',
  cancelled: 'stop',
}

/** The tries of an agent are the runs of its session, oldest first. */
function useAttempts(agent: WorkflowAgentView): readonly Attempt[] {
  const { agentSession } = useWorkflows()
  const t = useText()
  const say = useProblemWords()
  const why = useStopWords()
  const { sessionId, runs, path } = useStore(
    agentSession.store,
    useShallow((state) => ({ sessionId: state.sessionId, runs: state.folds.runs, path: state.path })),
  )
  const isDead = agent.state === 'dead'
  const mine = agent.ref !== null && sessionId === agent.ref.sessionId
  return useMemo(() => {
    if (!mine) return []
    const tries = Object.values(runs).toSorted((left, right) => left.createdAt - right.createdAt)
    const misfits = invalidAnswersIn(path)
    return tries.map((run, index) =>
      // An answer after which another was asked for did not fit.
      run.status === 'completed' && index < tries.length - 1
        ? { mark: 'fail', problem: t('workflows.detail.misfit'), misfit: misfits.get(run.runId) ?? null }
        : {
            // An agent whose last answer does not fit either is dead, though it was done.
            mark: isDead ? 'fail' : ATTEMPT_MARKS[run.status],
            problem:
              run.error !== undefined
                ? say(run.error)
                : run.reason === undefined
                  ? null
                  : why(run.reason, []),
            misfit: null,
          },
    )
  }, [mine, isDead, runs, path, say, why, t])
}

type AttemptsProps = {
  readonly marks: readonly MarkState[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

function Attempts({ marks, chosen, onChoose }: AttemptsProps) {
  const t = useText()
  return (
    <fieldset
      aria-label={t('workflows.detail.attempts')}
      className="inline-flex gap-0.5 rounded-md bg-sunken p-0.5 inset-ring inset-ring-line-strong"
    >
      {marks.map((mark, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: tries are numbered and only added at the end
          key={index}
          type="button"
          aria-pressed={index === chosen}
          onClick={() => onChoose(index)}
          className="inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-sm pr-2 pl-1.5 font-medium text-fg-2 text-xs aria-pressed:bg-press aria-pressed:text-fg aria-pressed:inset-ring aria-pressed:inset-ring-line-control"
        >
          <Mark state={mark} />
          {t('workflows.detail.attempt', { attempt: index + 1 })}
        </button>
      ))}
    </fieldset>
  )
}
