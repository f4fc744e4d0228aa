import { Fragment } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { useCostText } from '../cost-text.ts'
import { type RunSpent, shortId } from '../run-figures.ts'
import { RUN_MARKS } from '../runbar/run-marks.ts'

type RunIdentityProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly spent: RunSpent
}

const CHIPS: Readonly<Record<WorkflowState, 'live' | 'bad' | 'ok' | 'plain'>> = {
  running: 'live',
  paused: 'plain',
  interrupted: 'plain',
  stopped: 'plain',
  failed: 'bad',
  done: 'ok',
}

/** Shows the run with its state and origin. */
export function RunIdentity({ run, view, spent }: RunIdentityProps) {
  const t = useText()
  const word = t(`workflows.state.${run.state}`)
  const facts = useFacts(run, view, spent)
  const text = facts.map((fact) => fact.text).join(', ')
  return (
    <div className="min-w-0 flex-[1_1_200px]">
      <h2 className="flex items-center gap-2 font-semibold text-lg tracking-tight">
        <Mark state={RUN_MARKS[run.state]} label={word} />
        <span className="truncate">{run.name}</span>
        <span className="plain-code font-normal text-fg-3 text-sm tracking-normal">{shortId(run.id)}</span>
        {run.title === null ? null : (
          <span className="min-w-0 truncate font-normal text-fg-2 text-sm tracking-normal" title={run.title}>
            {run.title}
          </span>
        )}
        <Chip look={CHIPS[run.state]} size="small">
          {word}
        </Chip>
      </h2>
      <span role="status" className="unseen">{`${run.name}: ${word}`}</span>
      <p
        className="truncate pl-6 text-fg-3 text-sm"
        title={run.description === '' ? text : `${text}\n${run.description}`}
      >
        {facts.map((fact, index) => (
          <Fragment key={fact.text}>
            {index === 0 ? '' : ', '}
            {fact.weighs ? <span className="text-fg-2">{fact.text}</span> : fact.text}
          </Fragment>
        ))}
        <span className="max-wide:hidden">{run.description === '' ? '' : ` · ${run.description}`}</span>
      </p>
    </div>
  )
}

type Fact = { readonly text: string; readonly weighs?: true }

/** Returns the origin of a run, and the parts of its cost that are lost or were paid by another run. */
function useFacts(run: WorkflowRunListing, view: WorkflowView, { lost, taken }: RunSpent): readonly Fact[] {
  const t = useText()
  const numbers = useNumbers()
  const costText = useCostText()
  const memo = view.agents.filter((agent) => agent.memo).length
  const changes = run.forkChanges.map((change) => t(`workflows.forkChange.${change}`)).join(', ')
  const price = costText(taken)
  const paid = `${numbers.short(taken.output)}${price === null ? '' : ` (${price})`}`
  return [
    { text: t('workflows.attempt', { attempt: run.attempt }) },
    ...(memo === 0 ? [] : [{ text: t('workflows.fromMemo', { count: memo }), weighs: true as const }]),
    ...(lost === 0 ? [] : [{ text: t('workflows.lost', { tokens: numbers.short(lost) }) }]),
    ...(run.forkOf === null
      ? []
      : [
          {
            text:
              t('workflows.forkOf', { id: shortId(run.forkOf) }) + (changes === '' ? '' : ` (${changes})`),
          },
        ]),
    ...(taken.output === 0 ? [] : [{ text: t('workflows.takenOver', { tokens: paid }) }]),
    ...(run.imported ? [{ text: t('workflows.imported') }] : []),
    ...(run.origin === undefined ? [] : [{ text: t('triggers.badge', { name: run.origin.name }) }]),
  ]
}
