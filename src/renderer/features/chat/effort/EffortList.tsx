import { useEffect, useId, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import type { EffortChoice } from './EffortSlider.tsx'
import { StopName } from './StopName.tsx'

/** Shows the stops below each other, where the window is too narrow for a slider. */
export function EffortList({ stops, at, sent, onChange }: EffortChoice) {
  const t = useText()
  const name = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  // Keys of the panel move the cursor too, and a screen reader reads what has the focus.
  useEffect(() => {
    if (at >= 0) list.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [at])
  return (
    <fieldset ref={list} className="grid gap-0.5">
      <legend className="unseen">{t('chat.effort')}</legend>
      {stops.map((stop, place) => (
        <label
          key={stop}
          className={classNames(
            'flex items-center gap-2 rounded-sm px-1.5 py-1 hover:bg-hover',
            place === at && 'bg-select font-medium',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={place === at}
            onChange={() => onChange(place)}
            className="accent-(--color-ink)"
          />
          <StopName stop={stop} isSent={stop === sent && place !== at} />
        </label>
      ))}
    </fieldset>
  )
}
