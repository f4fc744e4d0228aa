import type { ModelListing } from '#shared/model/model.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Icon } from '../ui/base/Icon.tsx'
import { useNumbers } from '../ui/base/numbers.ts'
import { Abilities, EndsOn, PricePair } from './ModelFacts.tsx'

type PickerRowProps = { readonly model: ModelListing; readonly isChosen: boolean }

/** The look of a row: five columns, and a mark while it is active. */
export const PICKER_ROW =
  'grid min-h-7 cursor-default grid-cols-[16px_minmax(0,1fr)_auto_44px_100px] items-center gap-x-2 rounded-md px-2 text-sm aria-selected:bg-select-live aria-selected:shadow-[inset_2px_0_0_var(--color-focus)]'

/** One model of the list. */
export function PickerRow({ model, isChosen }: PickerRowProps) {
  const t = useText()
  const numbers = useNumbers()
  return (
    <>
      <span>
        {isChosen ? (
          <>
            <Icon name="check" size="s" className="text-ok" />
            <span className="unseen">{t('models.inUse')}</span>
          </>
        ) : null}
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">{model.label}</span>
        <EndsOn day={model.endsOn} />
      </span>
      <Abilities
        tools={model.tools === true}
        pictures={model.pictures === true}
        pdfs={model.pdfs === true}
        thinks={model.reasoning}
      />
      <span className="figures text-right text-fg-2 text-xs">{numbers.short(model.contextWindow)}</span>
      <span className="figures text-right text-fg-2 text-xs">
        <PricePair input={model.inputPrice} output={model.outputPrice} isPlan={model.plan !== undefined} />
      </span>
    </>
  )
}
