import { memo } from 'react'
import { tokensOf } from '#shared/session/usage.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import { type Text, useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { useCostText } from '../cost-text.ts'
import { useDurationText } from '../duration-text.ts'
import { agentTime } from '../run-figures.ts'
import { useAskedBy } from '../workflows-context.ts'
import { type AgentWord, labelParts, markOf, wordOf } from './agent-rows.ts'
import { mostTries } from './most-tries.ts'

type AgentRowProps = {
  readonly agent: WorkflowAgentView
  readonly index: number
  readonly count: number
  readonly top: number
  readonly on: boolean
  readonly reachable: boolean
  readonly onSelect: (agentId: number) => void
  readonly onOpen: (agentId: number) => void
}

/** One agent: who, what it waits for, what came of it, and what it used. */
export const AgentRow = memo((props: AgentRowProps) => {
  const { agent, index, count, top, on, reachable, onSelect, onOpen } = props
  const t = useText()
  const say = useProblemWords()
  const word = wordOf(agent)
  const wordText = t(`workflows.word.${word}`)
  const { name, place } = labelParts(agent.label)
  const asks = useAskedBy(word === 'waiting' ? (agent.ref?.sessionId ?? null) : null)
  const sub =
    asks === null
      ? subLineOf(t, say, agent, word)
      : { look: 'text-warn-fg', text: t('workflows.asksTo', { what: asks }) }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the pane around it takes the keys
    <div
      role="option"
      aria-selected={on}
      aria-label={[name, place, wordText].filter((part) => part !== null).join(', ')}
      aria-description={sub.text}
      aria-posinset={index + 1}
      aria-setsize={count}
      tabIndex={reachable ? 0 : -1}
      data-agent={agent.agentId}
      data-pane-focus={reachable ? true : undefined}
      onClick={() => onSelect(agent.agentId)}
      onDoubleClick={() => onOpen(agent.agentId)}
      style={{ transform: `translateY(${top}px)` }}
      className={classNames(
        'row-cursor absolute inset-x-2 top-0 h-(--h-row-2) rounded-sm pr-3 pl-2 text-sm/4',
        'hover:bg-hover aria-selected:bg-select group-focus-within:aria-selected:bg-select-live',
        AGENT_COLUMNS,
      )}
    >
      <Mark state={markOf(word)} label={wordText} />
      <div className="min-w-0">
        <div className="truncate">
          <span className="font-medium">{name}</span>{' '}
          {place === null ? null : <span className="plain-code pl-0.5 text-fg-3 text-xs">{place}</span>}
        </div>
        <DrawnText text={sub.text} className={classNames('block truncate text-xs', sub.look)} />
      </div>{' '}
      <span className={classNames('truncate text-xs', WORD_LOOKS[word])}>{wordText}</span>
      <Figures agent={agent} />
    </div>
  )
})
AgentRow.displayName = 'AgentRow'

/** The columns of a row; the head above the list uses the same. */
export const AGENT_COLUMNS =
  'grid grid-cols-[16px_minmax(0,1fr)_50px_42px_42px_44px_28px] items-center gap-x-2.5'

const WORD_LOOKS: Readonly<Record<AgentWord, string>> = {
  text: 'text-fg-2',
  object: 'text-fg-2',
  memo: 'text-fg-2',
  dead: 'text-bad-fg',
  skipped: 'text-fg-3',
  running: 'text-accent-fg',
  waiting: 'text-warn-fg',
  queued: 'text-fg-3',
  stopped: 'text-fg-3',
}

/** Its model, and why it does not move. A reason that needs attention takes the place of the model. */
function subLineOf(
  t: Text,
  say: ReturnType<typeof useProblemWords>,
  agent: WorkflowAgentView,
  word: AgentWord,
) {
  const model = agent.model?.split('/').at(-1) ?? agent.agentType ?? t('workflows.unknownModel')
  if (word === 'waiting') return { look: 'text-warn-fg', text: t('workflows.waits.person') }
  if (word === 'dead') return { look: 'text-bad-fg', text: deathOf(t, say, agent) ?? model }
  const reason = reasonOf(t, agent, word)
  return { look: 'text-fg-3', text: reason === null ? model : `${model} · ${reason}` }
}

/** Returns the reason of an agent's failure for a row, without its name, which is shown above. */
function deathOf(t: Text, say: ReturnType<typeof useProblemWords>, { error }: WorkflowAgentView) {
  const misfit = error?.said?.find(({ name }) => name === 'agent.misfit')
  if (misfit !== undefined) return t('workflows.misfit', { tries: misfit.facts['tries'] ?? '' })
  return error === null ? null : say(error)
}

function reasonOf(t: Text, agent: WorkflowAgentView, word: AgentWord): string | null {
  if (word === 'queued' || word === 'running') {
    if (agent.waits !== null) return t(`workflows.waits.${agent.waits}`)
    if (word === 'queued') return t('workflows.notStarted')
    if (agent.quietSince !== null) return t('workflows.quiet')
    return agent.attempt > 1
      ? t('workflows.attemptOf', { attempt: agent.attempt, most: mostTries(agent) })
      : null
  }
  if (word === 'skipped') return t('workflows.skippedByYou')
  return word === 'stopped' ? t('workflows.cutOff') : null
}

function Figures({ agent }: { agent: WorkflowAgentView }) {
  const numbers = useNumbers()
  const costText = useCostText()
  const durationText = useDurationText()
  const { cost, tools } = agent
  const tokens = cost === null ? 0 : tokensOf(cost.usage)
  return (
    <>
      {agent.state === 'running' ? (
        <Ticking agent={agent} />
      ) : (
        <Figure text={stillTime(agent, durationText)} />
      )}
      <Figure text={cost === null ? null : numbers.short(tokens)} />
      <Figure text={cost === null ? null : costText({ tokens, usd: cost.usd })} />
      <Figure text={tools === null ? null : numbers.whole(tools)} />
    </>
  )
}

function Figure({ text }: { text: string | null }) {
  return (
    <DrawnText
      text={text ?? '·'}
      className={classNames(
        'figures whitespace-nowrap text-right text-xs',
        text === null ? 'text-fg-3' : 'text-fg-2',
      )}
    />
  )
}

function stillTime(agent: WorkflowAgentView, durationText: (ms: number) => string): string | null {
  const took = agentTime(agent, 0)
  return took === null ? null : durationText(took)
}

function Ticking({ agent }: { agent: WorkflowAgentView }) {
  return <Figure text={clockText(agentTime(agent, useNow(1_000)) ?? 0)} />
}
