import type { SessionId } from '#shared/ids.ts'
import { tokensOf } from '#shared/session/usage.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { markOf, wordOf } from '../agents/agent-rows.ts'

type TryListProps = {
  readonly agent: WorkflowAgentView
  /** Whose conversation is shown; null for the newest. */
  readonly chosen: SessionId | null
  readonly onChoose: (sessionId: SessionId | null) => void
}

/** The tries an agent took, oldest first; choosing one shows its conversation. */
export function TryList({ agent, chosen, onChoose }: TryListProps) {
  const t = useText()
  const total = agent.tries.length + 1
  const say = useProblemWords()
  const mark = markOf(wordOf(agent))
  return (
    <ul aria-label={t('workflows.tries')} className="max-h-24 shrink-0 overflow-y-auto px-2 pb-1">
      {agent.tries.map((each, index) => (
        <li key={each.ref.sessionId}>
          <Row
            mark={each.error === null ? 'stop' : 'fail'}
            name={t('workflows.try', { number: index + 1, total })}
            words={
              each.error === null
                ? t('workflows.try.again')
                : t('workflows.try.failed', { problem: say(each.error) })
            }
            used={each.cost === null ? 0 : tokensOf(each.cost.usage)}
            isChosen={chosen === each.ref.sessionId}
            onChoose={() => onChoose(each.ref.sessionId)}
          />
        </li>
      ))}
      <li>
        <Row
          mark={mark}
          name={t('workflows.try', { number: total, total })}
          words={t(`ui.mark.${mark}`)}
          used={0}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
        />
      </li>
    </ul>
  )
}

type RowProps = {
  readonly mark: MarkState
  readonly name: string
  /** The state, or the reason of the end. */
  readonly words: string
  /** Tokens, where they are worth a word. */
  readonly used: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Row({ mark, name, words, used, isChosen, onChoose }: RowProps) {
  const t = useText()
  const numbers = useNumbers()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      title={words}
      className="figures flex h-6 w-full items-center gap-2 rounded-sm px-2 text-left text-fg-3 text-sm hover:bg-hover focus-visible:outline-offset-[-2px] aria-pressed:bg-select aria-pressed:text-fg"
    >
      <span aria-hidden="true" className="flex">
        <Mark state={mark} />
      </span>
      <span className="min-w-0 grow truncate">
        {name} · {words}
      </span>
      {used === 0 ? null : (
        <span className="shrink-0 text-fg-3 text-xs">
          {t('workflows.try.used', { tokens: numbers.short(used) })}
        </span>
      )}
    </button>
  )
}
