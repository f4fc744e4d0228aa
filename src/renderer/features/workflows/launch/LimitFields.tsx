import { useId } from 'react'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

export type Limits = { readonly concurrency: number; readonly budget: string; readonly warn: string }

/** The ceiling that was typed: null for none, undefined when it cannot be used. */
export function budgetOf({ budget }: Limits): number | null | undefined {
  return tokensIn(budget)
}

/** The warn line that was typed, which lies below the ceiling; as for `budgetOf`. */
export function warnOf(limits: Limits): number | null | undefined {
  const warn = tokensIn(limits.warn)
  const ceiling = budgetOf(limits) ?? null
  return typeof warn === 'number' && ceiling !== null && warn >= ceiling ? undefined : warn
}

function tokensIn(typed: string): number | null | undefined {
  const text = typed.trim().replaceAll(/[\s,_]/g, '')
  if (text === '') return null
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

type LimitFieldsProps = { readonly limits: Limits; readonly onLimits: (limits: Limits) => void }

/** How wide and how far a run may go. */
export function LimitFields({ limits, onLimits }: LimitFieldsProps) {
  const t = useText()
  const slider = useId()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] items-start gap-x-6 gap-y-4">
      <div className="grid gap-1">
        <label htmlFor={slider} className="font-medium text-fg-2 text-sm">
          {t('workflows.launch.concurrency')}
        </label>
        <span className="flex h-(--h-control) items-center gap-2">
          <Slider
            id={slider}
            min={1}
            max={WORKFLOW_LIMITS.maxConcurrency}
            value={limits.concurrency}
            onChange={(concurrency) => onLimits({ ...limits, concurrency })}
            className="min-w-0 grow"
          />
          <b className="figures w-6 text-right font-medium">{limits.concurrency}</b>
        </span>
      </div>
      <Field
        label={t('workflows.launch.warn')}
        hint={t('workflows.launch.warnHint')}
        error={warnOf(limits) === undefined ? t('workflows.launch.warnWrong') : null}
      >
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={limits.warn}
            onText={(warn) => onLimits({ ...limits, warn })}
          />
        )}
      </Field>
      <Field
        label={t('workflows.launch.budget')}
        hint={t('workflows.launch.budgetHint')}
        error={budgetOf(limits) === undefined ? t('workflows.launch.budgetWrong') : null}
      >
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={limits.budget}
            onText={(budget) => onLimits({ ...limits, budget })}
          />
        )}
      </Field>
    </div>
  )
}
