import { useText } from '../../../messages/TextProvider.tsx'
import type { TypedLimits } from '../../../store/workflows/run-forms-store.ts'
import { budgetUsdOf, warnUsdOf } from './limits.ts'
import { NumberField } from './NumberField.tsx'
import { usePrice } from './use-price.ts'

type MoneyFieldsProps = {
  readonly limits: TypedLimits
  readonly onLimits: (change: Partial<TypedLimits>) => void
}

/** Lines in money, where the usual model has a price or a line was drawn before. */
export function MoneyFields({ limits, onLimits }: MoneyFieldsProps) {
  const t = useText()
  const price = usePrice()
  if (price.is !== 'known' && limits.budgetUsd === '' && limits.warnUsd === '') return null
  return (
    <>
      <NumberField
        label={t('workflows.launch.warnUsd')}
        hint={t('workflows.launch.warnHint')}
        error={warnUsdOf(limits) === undefined ? t('workflows.launch.warnUsdWrong') : null}
        value={limits.warnUsd}
        onText={(warnUsd) => onLimits({ warnUsd })}
      />
      <NumberField
        label={t('workflows.launch.budgetUsd')}
        hint={t('workflows.launch.budgetUsdHint')}
        error={budgetUsdOf(limits) === undefined ? t('workflows.launch.budgetUsdWrong') : null}
        value={limits.budgetUsd}
        onText={(budgetUsd) => onLimits({ budgetUsd })}
      />
    </>
  )
}

const WHY = {
  free: 'workflows.launch.moneyFree',
  plan: 'workflows.launch.moneyPlan',
  unknown: 'workflows.launch.moneyUnknown',
} as const

/** Why there is no line in money. */
export function NoMoney() {
  const t = useText()
  const { is, model } = usePrice()
  if (is === 'known' || model === '') return null
  return t(WHY[is], { model })
}
