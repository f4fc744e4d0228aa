import { useState } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { type Text, useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { canResume, type RunActions } from '../run-actions.ts'
import { shortId } from '../run-figures.ts'

type RunNoteProps = {
  readonly run: WorkflowRunListing
  readonly view: WorkflowView
  readonly actions: RunActions
  readonly asksStop: boolean
}

/** Shows the most important notice about a run: why it stopped and what to do. */
export function RunNote({ run, view, actions, asksStop }: RunNoteProps) {
  const t = useText()
  const text = noteText(t, useProblemWords(), run, view)
  if (asksStop) {
    return (
      <div className="px-4 py-2">
        <Banner look="warn">{t('workflows.stopAsk', { name: run.name, id: shortId(run.id) })}</Banner>
      </div>
    )
  }
  if (text === null) return null
  // Other limits than the ceiling end a run as failed, and more tokens would not help.
  const spent = run.state === 'paused' && run.error?.code === 'limit.exceeded'
  const isMoney = run.error?.said?.[0]?.name === 'run.moneySpent'
  const ceiling = isMoney ? run.budgetUsd : run.budget
  return (
    <div className="px-4 py-2">
      <Banner
        look={run.state === 'failed' ? 'bad' : 'plain'}
        action={
          spent && ceiling !== null ? (
            <RaiseForm
              ceiling={ceiling}
              isMoney={isMoney}
              onRaise={(to) => actions.resume(isMoney ? { budgetUsd: to } : { budget: to })}
            />
          ) : canResume(run) ? (
            <Button size="small" look="ghost" icon="resume" onClick={() => actions.resume()}>
              {t('workflows.resume')}
            </Button>
          ) : undefined
        }
      >
        {text}
      </Banner>
    </div>
  )
}

type Say = ReturnType<typeof useProblemWords>

function noteText(t: Text, say: Say, run: WorkflowRunListing, view: WorkflowView): string | null {
  const problem = run.error ?? (run.state === 'failed' ? view.error : null)
  switch (run.state) {
    case 'failed':
      return problem === null ? t('workflows.ended.failed') : say(problem)
    case 'interrupted':
    case 'stopped':
      return t(`workflows.ended.${run.state}`)
    case 'paused':
      return problem === null ? t('workflows.ended.paused') : say(problem)
    case 'running':
      return run.pausing ? t('workflows.pausingNote') : null
    default:
      return null
  }
}

type RaiseFormProps = {
  readonly ceiling: number
  readonly isMoney: boolean
  readonly onRaise: (ceiling: number) => void
}

/** Shows the form to raise an exhausted budget and resume. */
function RaiseForm({ ceiling, isMoney, onRaise }: RaiseFormProps) {
  const t = useText()
  const [text, setText] = useState(String(ceiling * 2))
  const value = Number(text)
  const usable = (isMoney ? Number.isFinite(value) : Number.isSafeInteger(value)) && value > ceiling
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (usable) onRaise(value)
      }}
    >
      <TextInput
        aria-label={t(isMoney ? 'workflows.raiseToUsd' : 'workflows.raiseTo')}
        inputMode="decimal"
        value={text}
        onText={setText}
        className="h-6 w-28"
      />
      <Button size="small" type="submit" icon="resume" disabled={!usable}>
        {t('workflows.raise')}
      </Button>
    </form>
  )
}
