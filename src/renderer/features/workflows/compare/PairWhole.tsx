import { useMemo } from 'react'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { shortId } from '../run-figures.ts'
import { changedParts, type TextPart } from './changed-parts.ts'
import type { ComparedRuns, Pair } from './compare-runs.ts'

type Whole = { readonly prompt: string; readonly result: string }

/** The whole prompts and results of a call in two runs, with the words marked that differ. */
export function PairWhole({ pair, runs }: { pair: Pair; runs: ComparedRuns }) {
  const t = useText()
  const wholes = useWholes(pair, runs)
  if (wholes.problem !== null) return <Failure message={wholes.problem} onRetry={wholes.reload} />
  if (wholes.data === null) return <Placeholder rows={3} />
  const [left, right] = wholes.data
  return (
    <div className="grid gap-3">
      <Beside
        title={t('workflows.detail.prompt')}
        left={left?.prompt ?? null}
        right={right?.prompt ?? null}
        runs={runs}
      />
      <Beside
        title={t('workflows.detail.result')}
        left={left?.result ?? null}
        right={right?.result ?? null}
        runs={runs}
      />
    </div>
  )
}

function useWholes({ left, right }: Pair, runs: ComparedRuns) {
  const [leftRun, rightRun] = runs
  const [leftAgent, rightAgent] = [left?.agentId ?? null, right?.agentId ?? null]
  const lefts = useQuery('workflow.agent', requestFor(leftRun, leftAgent))
  const rights = useQuery('workflow.agent', requestFor(rightRun, rightAgent))
  const isWaiting = lefts.state === 'loading' || rights.state === 'loading'
  return {
    data: isWaiting ? null : ([wholeOf(lefts.data), wholeOf(rights.data)] as const),
    problem: lefts.problem ?? rights.problem,
    reload: () => {
      lefts.reload()
      rights.reload()
    },
  }
}

function requestFor(workflowRunId: ComparedRuns[number], agentId: number | null) {
  return agentId === null ? null : { workflowRunId, agentId }
}

function wholeOf(agent: { readonly prompt: string; readonly value?: unknown } | null): Whole | null {
  return agent === null ? null : { prompt: agent.prompt, result: textOf(agent.value) }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

type BesideProps = {
  readonly title: string
  readonly left: string | null
  readonly right: string | null
  readonly runs: ComparedRuns
}

function Beside({ title, left, right, runs }: BesideProps) {
  const [leftParts, rightParts] = useMemo(() => changedParts(left ?? '', right ?? ''), [left, right])
  if ((left ?? '') === '' && (right ?? '') === '') return null
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-fg-3 text-xs">{title}</h3>
      <div className="grid grid-cols-2 gap-3">
        <TextBox name={`${title} ${shortId(runs[0])}`} parts={leftParts} look="bg-del-word" />
        <TextBox name={`${title} ${shortId(runs[1])}`} parts={rightParts} look="bg-add-word" />
      </div>
    </section>
  )
}

type TextBoxProps = { readonly name: string; readonly parts: readonly TextPart[]; readonly look: string }

function TextBox({ name, parts, look }: TextBoxProps) {
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
      tabIndex={0}
      className="max-h-64 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-2 plain-code text-xs inset-ring inset-ring-line-strong"
    >
      {parts.map((part, index) =>
        part.changed ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
          <mark key={index} className={`rounded-xs text-fg ${look}`}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </section>
  )
}
