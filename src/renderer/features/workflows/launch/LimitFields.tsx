import { useId } from 'react'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useApp } from '../workflows-context.ts'

export type Limits = { readonly concurrency: number; readonly budget: string }

/** The ceiling that was typed: null for none, undefined when it cannot be used. */
export function budgetOf({ budget }: Limits): number | null | undefined {
  const text = budget.trim().replaceAll(/[\s,_]/g, '')
  if (text === '') return null
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

type LimitFieldsProps = { readonly limits: Limits; readonly onLimits: (limits: Limits) => void }

/** How wide and how far a run may go. */
export function LimitFields({ limits, onLimits }: LimitFieldsProps) {
  const t = useText()
  const slider = useId()
  const mode = useApp((state) => state.settings.permissionMode)
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
      <div className="grid gap-1">
        <span className="font-medium text-fg-2 text-sm">{t('workflows.launch.approvals')}</span>
        <span className="flex h-(--h-control) items-center">{t(`shell.mode.${mode}`)}</span>
        <span className="text-fg-3 text-xs">{t('workflows.launch.approvalsHint')}</span>
      </div>
    </div>
  )
}
