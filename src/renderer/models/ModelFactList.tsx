import type { ReactNode } from 'react'
import type { ModelListing } from '#shared/model/model.ts'
import { useText } from '../messages/TextProvider.tsx'
import { useNumbers } from '../ui/base/numbers.ts'
import { Abilities, PricePair } from './ModelFacts.tsx'
import { useDay } from './use-day.ts'

/** Window, longest answer, prices, abilities and end of life of a model. */
export function ModelFactList({ model }: { readonly model: ModelListing }) {
  const t = useText()
  const numbers = useNumbers()
  const day = useDay()
  const { prices, inputPrice, outputPrice } = model
  const cached = prices?.cacheRead
  return (
    <dl className="grid gap-1 text-sm">
      <Fact name={t('models.window')}>{numbers.short(model.contextWindow)}</Fact>
      <Fact name={t('models.output')}>
        {model.isOutputGuessed === true ? t('models.unknown') : numbers.short(model.maxOutput)}
      </Fact>
      <Fact name={t('models.price')}>
        {inputPrice === null ? (
          t('models.unknown')
        ) : (
          <PricePair input={inputPrice} output={outputPrice} isPlan={model.plan !== undefined} />
        )}
      </Fact>
      {cached === undefined ? null : <Fact name={t('models.cached')}>{numbers.dollars(cached)}</Fact>}
      <Fact name={t('models.abilities')}>
        <Abilities
          tools={model.tools === true}
          pictures={model.pictures === true}
          pdfs={model.pdfs === true}
          thinks={model.reasoning}
        />
      </Fact>
      <Fact name={t('models.endOfLife')}>
        {model.endsOn === undefined ? t('models.noEnd') : day(model.endsOn)}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-5 items-center gap-2">
      <dt className="grow text-fg-3">{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
