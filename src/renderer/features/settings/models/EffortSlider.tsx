import { type KeyboardEvent, useId, useState } from 'react'
import { ReasoningEffort } from '#shared/model/model.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Slider } from '../../../ui/controls/Slider.tsx'
import { effortAt, placeOf } from './model-choices.ts'
import type { ModelDraft } from './model-view.ts'

const STOPS = ReasoningEffort.options.length
const MOVING = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

type EffortSliderProps = {
  readonly value: ModelDraft['reasoningEffort']
  /** Stores what the slider was let go at; resolves once that is what is set. */
  readonly onValue: (value: ReasoningEffort) => Promise<unknown>
}

/**
 * Shows the reasoning effort from fast to thorough. Without a setting the model decides and the knob is
 * hollow.
 */
export function EffortSlider({ value, onValue }: EffortSliderProps) {
  const t = useText()
  const id = useId()
  const [moved, setMoved] = useState<ReasoningEffort | null>(null)
  const shown = moved ?? value
  const store = (effort: ReasoningEffort) => {
    setMoved(effort)
    // A step that was made meanwhile stays where it is until it is stored itself.
    const done = () => setMoved((now) => (now === effort ? null : now))
    onValue(effort).then(done, done)
  }
  // A slider fires no event at its current position, but without a setting that position is a choice too.
  const settle = () => {
    const chosen = moved ?? (value === '' ? effortAt(placeOf('')) : null)
    if (chosen !== null && chosen !== value) store(chosen)
  }
  const key = ({ key: pressed }: KeyboardEvent<HTMLElement>) => {
    if (MOVING.has(pressed)) settle()
  }
  return (
    <span className="flex w-86 @max-[560px]:w-56 items-center gap-3 text-fg-3 text-xs">
      <span aria-hidden="true" className="@max-[560px]:hidden">
        {t('settings.effort.faster')}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears when the slider inside it is let go */}
      <span className="flex min-w-0 grow" onPointerUp={settle} onKeyUp={key}>
        <label htmlFor={id} className="unseen">
          {t('settings.effort')}
        </label>
        <Slider
          id={id}
          min={0}
          max={STOPS - 1}
          value={placeOf(shown)}
          words={shown === '' ? t('settings.effort.none') : t(`settings.effort.${shown}`)}
          look={shown === '' ? 'open stops' : 'stops'}
          onChange={(at) => setMoved(effortAt(at))}
          className="w-full"
        />
      </span>
      <span aria-hidden="true" className="@max-[560px]:hidden">
        {t('settings.effort.smarter')}
      </span>
      <output htmlFor={id} aria-hidden="true" className="w-20 shrink-0 text-right font-medium text-fg">
        {t(shown === '' ? 'settings.effort.own' : `settings.effort.${shown}`)}
      </output>
    </span>
  )
}
