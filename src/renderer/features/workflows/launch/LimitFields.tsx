import { useId } from 'react'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { TypedLimits } from '../../../store/workflows/run-forms-store.ts'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Slider } from '../../../ui/controls/Slider.tsx'
import { useApp } from '../workflows-context.ts'
import { budgetOf, waitOf, warnOf } from './limits.ts'
import { ModelFields } from './ModelFields.tsx'
import { MoneyFields, NoMoney } from './MoneyFields.tsx'
import { NumberField } from './NumberField.tsx'

type LimitFieldsProps = { readonly limits: TypedLimits; readonly onLimits: (limits: TypedLimits) => void }

/** Shows the fields for concurrency, budgets, time limits and permissions. */
export function LimitFields({ limits, onLimits }: LimitFieldsProps) {
  const t = useText()
  const set = (change: Partial<TypedLimits>) => onLimits({ ...limits, ...change })
  const waitProblem = (typed: string) => (waitOf(typed) === null ? t('workflows.launch.minutesWrong') : null)
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] items-start gap-x-6 gap-y-4">
        <Concurrency value={limits.concurrency} onChange={(concurrency) => set({ concurrency })} />
        <MoneyFields limits={limits} onLimits={set} />
        <NumberField
          label={t('workflows.launch.warn')}
          hint={t('workflows.launch.warnHint')}
          error={warnOf(limits) === undefined ? t('workflows.launch.warnWrong') : null}
          value={limits.warn}
          onText={(warn) => set({ warn })}
        />
        <NumberField
          label={t('workflows.launch.budget')}
          hint={t('workflows.launch.budgetHint')}
          error={budgetOf(limits) === undefined ? t('workflows.launch.budgetWrong') : null}
          value={limits.budget}
          onText={(budget) => set({ budget })}
        />
        <NumberField
          label={t('workflows.launch.mayRun')}
          unit={t('workflows.launch.minutes')}
          error={waitProblem(limits.mayRun)}
          value={limits.mayRun}
          onText={(mayRun) => set({ mayRun })}
        />
        <NumberField
          label={t('workflows.launch.maySilent')}
          unit={t('workflows.launch.minutes')}
          error={waitProblem(limits.maySilent)}
          value={limits.maySilent}
          onText={(maySilent) => set({ maySilent })}
        />
        <Approvals value={limits.approvals} onChange={(approvals) => set({ approvals })} />
        <ModelFields limits={limits} onLimits={set} />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Checkbox
          label={t('workflows.launch.retry')}
          checked={limits.retries > 0}
          onChange={(again) => set({ retries: again ? 1 : 0 })}
        />
        <Checkbox
          label={t('workflows.launch.ownWorktree')}
          checked={limits.ownWorktree}
          onChange={(ownWorktree) => set({ ownWorktree })}
        />
      </div>
      <p className="text-fg-3 text-xs">
        {t('workflows.launch.limitsHint')} <NoMoney />
      </p>
    </div>
  )
}

type ConcurrencyProps = { readonly value: number; readonly onChange: (value: number) => void }

function Concurrency({ value, onChange }: ConcurrencyProps) {
  const t = useText()
  const slider = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={slider} className="font-medium text-fg-2 text-sm">
        {t('workflows.launch.concurrency')}
      </label>
      <span className="flex h-(--h-control) items-center gap-2">
        <Slider
          id={slider}
          min={1}
          max={WORKFLOW_LIMITS.maxConcurrency}
          value={value}
          onChange={onChange}
          className="min-w-0 grow"
        />
        <b className="figures w-6 text-right font-medium">{value}</b>
      </span>
    </div>
  )
}

/** The value for the mode of new chats at the start of an agent. */
const AS_CHATS = 'chats'

type ApprovalsProps = {
  readonly value: PermissionMode | null
  readonly onChange: (mode: PermissionMode | null) => void
}

function Approvals({ value, onChange }: ApprovalsProps) {
  const t = useText()
  const usual = useApp((state) => state.settings.permissionMode)
  const modes = PERMISSION_MODES.map((mode) => ({ value: mode, label: t(`shell.mode.${mode}`) }))
  const asChats = {
    value: AS_CHATS,
    label: t('workflows.launch.asChats', { mode: t(`shell.mode.${usual}`) }),
  }
  return (
    <Field
      label={t('workflows.launch.approvals')}
      hint={
        value === 'bypass' ? (
          <span className="text-warn-fg">{t('workflows.launch.bypassWarning')}</span>
        ) : null
      }
    >
      {(ids) => (
        <Select
          id={ids.id}
          icon="shield"
          value={value ?? AS_CHATS}
          groups={[
            { title: null, options: [asChats] },
            { title: null, options: modes },
          ]}
          onChange={(chosen) => onChange(oneOf(PERMISSION_MODES, chosen))}
        />
      )}
    </Field>
  )
}
