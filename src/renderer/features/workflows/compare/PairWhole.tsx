import { useCallback, useMemo } from 'react'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useAsked } from '../../../ui/hooks/asked.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { shortId } from '../run-figures.ts'
import { useWorkflows } from '../workflows-context.ts'
import { changedParts, type TextPart } from './changed-parts.ts'
import type { ComparedRuns, Pair } from './compare-runs.ts'

type Whole = { readonly prompt: string; readonly result: string }

/** The whole prompts and results of a call in two runs, with the words marked that differ. */
export function PairWhole({ pair, runs }: { pair: Pair; runs: ComparedRuns }) {
  const t = useText()
  const wholes = useWholes(pair, runs)
  if (wholes.problem !== null) return <Failure message={wholes.problem} onRetry={wholes.ask} />
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
  const { api } = useWorkflows()
  const [leftRun, rightRun] = runs
  const [leftAgent, rightAgent] = [left?.agentId ?? null, right?.agentId ?? null]
  const ask = useCallback(() => {
    const wholeOf = async (workflowRunId: typeof leftRun, agentId: number | null): Promise<Whole | null> => {
      if (agentId === null) return null
      const { prompt, value } = await api.call('workflow.agent', { workflowRunId, agentId })
      return { prompt, result: textOf(value) }
    }
    return Promise.all([wholeOf(leftRun, leftAgent), wholeOf(rightRun, rightAgent)])
  }, [api, leftRun, rightRun, leftAgent, rightAgent])
  return useAsked(ask, (error) => problemOf(error).message)
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
