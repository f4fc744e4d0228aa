import { useEffect, useRef } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Mark } from '../ui/Mark.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { PlanProblem } from './PlanProblem.tsx'
import { type Doer, moved, type PlanDraft, reworded, withOneMore, without } from './plan-draft.ts'
import { StepChoices } from './StepChoices.tsx'

type PlanEditorProps = {
  readonly draft: PlanDraft
  readonly onDraft: (draft: PlanDraft) => void
  /** Who steps can be given to; null where whoever planned does them all. */
  readonly doers: readonly Doer[] | null
  /** How many steps in front are done and stay as they are. */
  readonly fixed?: number
}

const MOST_STEPS = 50

/** The goal and the steps of a plan as fields: reworded, moved, taken out and added, given away and made to wait. */
export function PlanEditor({ draft, onDraft, doers, fixed = 0 }: PlanEditorProps) {
  const t = useText()
  const fields = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  // The fields stand above the button that brings them, where nobody who tabs on would find them.
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const focusStep = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input')[at - fixed]?.focus())
  const add = () => {
    onDraft(withOneMore(draft))
    focusStep(draft.steps.length)
  }
  return (
    <div ref={fields} className="grid gap-3">
      <Field label={t('chat.plan.goal')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={draft.goal}
            maxLength={500}
            onText={(goal) => onDraft({ ...draft, goal })}
          />
        )}
      </Field>
      <ol ref={list} aria-label={t('chat.plan')} className="grid gap-2">
        {draft.steps.map(({ key, text }, at) => (
          <li key={key} className="grid gap-1">
            {at < fixed ? (
              <DoneStep {...{ at, text }} />
            ) : (
              <StepWords
                {...{ draft, at, onDraft, fixed }}
                onRemoved={() => focusStep(Math.max(fixed, at - 1))}
              />
            )}
            {doers === null || at < fixed ? null : (
              <div className="pl-5">
                <StepChoices {...{ draft, at, doers, onDraft }} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <PlanProblem {...{ draft, doers }} />
      <div>
        <Button size="small" look="ghost" disabled={draft.steps.length >= MOST_STEPS} onClick={add}>
          {t('chat.plan.add')}
        </Button>
      </div>
    </div>
  )
}

/** A step that is over: it is read and not changed. */
function DoneStep({ at, text }: { readonly at: number; readonly text: string }) {
  return (
    <div className="flex items-center gap-1 text-fg-3">
      <span className="figures w-5 shrink-0 pr-1 text-right text-xs">{at + 1}</span>
      <Mark state="done" />
      <span className="min-w-0 break-words pl-1">{text}</span>
    </div>
  )
}

type StepWordsProps = Pick<PlanEditorProps, 'draft' | 'onDraft'> & {
  readonly at: number
  readonly fixed: number
  readonly onRemoved: () => void
}

/** The words of a step and its place among the others. */
function StepWords({ draft, at, fixed, onDraft, onRemoved }: StepWordsProps) {
  const t = useText()
  const step = draft.steps[at]
  if (step === undefined) return null
  const { key, text } = step
  return (
    <div className="flex items-center gap-1">
      <span className="figures w-5 shrink-0 pr-1 text-right text-fg-3 text-xs">{at + 1}</span>
      <TextInput
        aria-label={t('chat.plan.step', { at: at + 1 })}
        value={text}
        maxLength={1_000}
        onText={(words) => onDraft(reworded(draft, key, words))}
        className="grow"
      />
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('chat.plan.up', { at: at + 1 })}
        disabled={at === fixed}
        onClick={() => onDraft(moved(draft, key, -1))}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={t('chat.plan.down', { at: at + 1 })}
        disabled={at === draft.steps.length - 1}
        onClick={() => onDraft(moved(draft, key, 1))}
      />
      <IconButton
        icon="x"
        size="small"
        label={t('chat.plan.remove', { at: at + 1 })}
        onClick={() => {
          onDraft(without(draft, key))
          onRemoved()
        }}
      />
    </div>
  )
}
