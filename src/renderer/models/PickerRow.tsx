import type { ModelListing } from '#shared/model/model.ts'
import { useText } from '../messages/TextProvider.tsx'
import { classNames } from '../ui/base/class-names.ts'
import { Icon } from '../ui/base/Icon.tsx'
import { useNumbers } from '../ui/base/numbers.ts'
import { Abilities, EndsOn, PricePair } from './ModelFacts.tsx'

type PickerRowProps = {
  readonly id: string
  readonly model: ModelListing
  readonly on: boolean
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

/** One model of the list. The field above keeps the focus, so a row hears only the pointer. */
export function PickerRow({ id, model, on, isChosen, onPoint, onChoose }: PickerRowProps) {
  const t = useText()
  const numbers = useNumbers()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
    <div
      id={id}
      role="option"
      aria-selected={on}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        'grid min-h-7 cursor-default grid-cols-[16px_minmax(0,1fr)_auto_44px_100px] items-center gap-x-2 rounded-md px-2 text-sm',
        on && 'bg-select-live shadow-[inset_2px_0_0_var(--color-focus)]',
      )}
    >
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
        <PricePair input={model.inputPrice} output={model.outputPrice} />
      </span>
    </div>
  )
}
