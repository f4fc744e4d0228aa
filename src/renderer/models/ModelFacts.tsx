import { useText } from '../messages/TextProvider.tsx'
import { Icon } from '../ui/base/Icon.tsx'
import type { IconName } from '../ui/base/icon-shapes.tsx'
import { useNumbers } from '../ui/base/numbers.ts'
import { Chip } from '../ui/controls/Chip.tsx'
import { endsSoon } from './ends-soon.ts'
import { useDay } from './use-day.ts'

type AbilitiesProps = {
  readonly tools: boolean
  readonly pictures: boolean
  readonly pdfs: boolean
  readonly thinks: boolean
}

/** The abilities of a model, as icons with words for screen readers. */
export function Abilities({ tools, pictures, pdfs, thinks }: AbilitiesProps) {
  const t = useText()
  const shown: readonly (readonly [boolean, IconName, string])[] = [
    [tools, 'wrench', t('models.ability.tools')],
    [pictures, 'image', t('models.ability.pictures')],
    [pdfs, 'file', t('models.ability.pdfs')],
    [thinks, 'bulb', t('models.ability.thinks')],
  ]
  return (
    <span className="flex justify-end gap-1 text-fg-3">
      {shown.map(([has, icon, word]) =>
        has ? (
          <span key={icon} title={word}>
            <Icon name={icon} size="s" />
            <span className="unseen">{word}</span>
          </span>
        ) : (
          <span key={icon} aria-hidden="true" className="inline-block size-3.5" />
        ),
      )}
    </span>
  )
}

/** A warning for a model that its provider shuts down within half a year. */
export function EndsOn({ day }: { readonly day: string | undefined }) {
  const t = useText()
  const format = useDay()
  if (day === undefined || !endsSoon(day, Date.now())) return null
  return (
    <Chip look="warn" size="small">
      {t('models.ends', { day: format(day) })}
    </Chip>
  )
}

/** Prices of a million tokens, input and output, or that a plan pays. */
export function PricePair({
  input,
  output,
  isPlan = false,
}: {
  readonly input: number | null
  readonly output: number | null
  readonly isPlan?: boolean
}) {
  const t = useText()
  const numbers = useNumbers()
  if (isPlan) return t('settings.price.plan')
  if (input === null || output === null) return null
  if (input === 0 && output === 0) return t('settings.price.free')
  return t('settings.price.both', { input: numbers.dollars(input), output: numbers.dollars(output) })
}
