import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { StepStatus } from '#shared/plan/plan.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { PlanProblem } from './PlanProblem.tsx'
import {
  type Doer,
  isBlank,
  moved,
  type PlanDraft,
  reworded,
  type Settled,
  withOneMore,
  without,
} from './plan-draft.ts'
import { StepChoices } from './StepChoices.tsx'
import { STEP_MARKS } from './step-marks.ts'

type PlanEditorProps = {
  /** The element around the fields, for moving the focus. */
  readonly fields: RefObject<HTMLDivElement | null>
  readonly draft: PlanDraft
  readonly onDraft: (draft: PlanDraft) => void
  /** Agents for steps; null when the planning agent does all steps. */
  readonly doers: readonly Doer[] | null
  /** The steps that stay as they are. */
  readonly settled?: Settled
}

const NONE: Settled = new Map()

const MOST_STEPS = 50

/** The goal and the steps of a plan as fields: reworded, moved, taken out and added, given away and made to wait. */
export function PlanEditor({ fields, draft, onDraft, doers, settled = NONE }: PlanEditorProps) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  // A step that was just added says nothing yet, and that is no mistake before its field is left.
  const [fresh, setFresh] = useState<number | null>(null)
  // The fields are above the button that opens them, out of reach of Tab.
  useEffect(() => fields.current?.querySelector('input')?.focus(), [fields])
  const focusStep = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector('input')?.focus())
  const add = () => {
    onDraft(withOneMore(draft))
    setFresh(draft.nextKey)
    focusStep(draft.steps.length)
  }
  /** The step that can be changed and stands nearest in front of the one that was taken out, or else the next. */
  const focusNear = (at: number) => {
    const open = draft.steps.flatMap(({ key }, place) => (settled.has(key) || place === at ? [] : [place]))
    const near = open.findLast((place) => place < at) ?? open.find((place) => place > at)
    if (near !== undefined) focusStep(near < at ? near : near - 1)
  }
  /** At either end the arrow that brought a step there can do no more, and lets go of the focus: its field takes it. */
  const focusMoved = (to: number) => {
    if (to === 0 || to === draft.steps.length - 1) focusStep(to)
  }
  return (
    <div ref={fields} className="grid gap-3">
      <Field label={t('chat.plan.goal')} error={isBlank(draft.goal) ? t('chat.plan.noGoal') : undefined}>
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
        {draft.steps.map(({ key, text }, at) => {
          const status = settled.get(key)
          return (
            <li key={key} className="grid gap-1">
              {status === undefined ? (
                <StepWords
                  draft={draft}
                  at={at}
                  onDraft={onDraft}
                  isMissed={isBlank(text) && key !== fresh}
                  onTouched={() => setFresh(null)}
                  onRemoved={() => focusNear(at)}
                  onMoved={focusMoved}
                />
              ) : (
                <SettledStep at={at} text={text} status={status} />
              )}
              {doers === null || status !== undefined ? null : (
                <div className="pl-5">
                  <StepChoices draft={draft} at={at} doers={doers} onDraft={onDraft} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <PlanProblem draft={draft} doers={doers} />
      <div>
        <Button size="small" look="ghost" disabled={draft.steps.length >= MOST_STEPS} onClick={add}>
          {t('chat.plan.add')}
        </Button>
      </div>
    </div>
  )
}

type SettledStepProps = { readonly at: number; readonly text: string; readonly status: StepStatus }

/** A step that has begun: it is read and not changed. */
function SettledStep({ at, text, status }: SettledStepProps) {
  return (
    <div className="flex items-center gap-1 text-fg-3">
      <span className="figures w-5 shrink-0 pr-1 text-right text-xs">{at + 1}</span>
      <Mark state={STEP_MARKS[status]} />
      <span className="min-w-0 break-words pl-1">{text}</span>
    </div>
  )
}

type StepWordsProps = Pick<PlanEditorProps, 'draft' | 'onDraft'> & {
  readonly at: number
  /** True when the person has to be told that it says nothing. */
  readonly isMissed: boolean
  /** The person has written something, or has gone on from its field. */
  readonly onTouched: () => void
  readonly onRemoved: () => void
  /** An arrow has moved it to this place. */
  readonly onMoved: (to: number) => void
}

/** The words of a step and its place among the others. */
function StepWords({ draft, at, isMissed, onDraft, onTouched, onRemoved, onMoved }: StepWordsProps) {
  const t = useText()
  const problem = useId()
  const step = draft.steps[at]
  if (step === undefined) return null
  const { key, text } = step
  return (
    <>
      <div className="flex items-center gap-1">
        <span className="figures w-5 shrink-0 pr-1 text-right text-fg-3 text-xs">{at + 1}</span>
        <TextInput
          aria-label={t('chat.plan.step', { at: at + 1 })}
          aria-invalid={isMissed ? true : undefined}
          aria-describedby={isMissed ? problem : undefined}
          value={text}
          maxLength={1_000}
          onText={(words) => {
            onTouched()
            onDraft(reworded(draft, key, words))
          }}
          onBlur={onTouched}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
            if (by === null || !event.altKey) return
            event.preventDefault()
            onDraft(moved(draft, key, by))
          }}
          className="grow"
        />
        <StepPlace draft={draft} at={at} onDraft={onDraft} onRemoved={onRemoved} onMoved={onMoved} />
      </div>
      {isMissed ? (
        <div className="pl-6">
          <FieldError id={problem}>{t('chat.plan.noWords')}</FieldError>
        </div>
      ) : null}
    </>
  )
}

/** Moves a step among the others, or takes it out. */
function StepPlace({
  draft,
  at,
  onDraft,
  onRemoved,
  onMoved,
}: Omit<StepWordsProps, 'isMissed' | 'onTouched'>) {
  const t = useText()
  const key = draft.steps[at]?.key
  if (key === undefined) return null
  const move = (by: -1 | 1) => {
    onDraft(moved(draft, key, by))
    onMoved(at + by)
  }
  return (
    <>
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('chat.plan.up', { at: at + 1 })}
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={t('chat.plan.down', { at: at + 1 })}
        disabled={at === draft.steps.length - 1}
        onClick={() => move(1)}
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
    </>
  )
}
