import { useCallback, useId, useState } from 'react'
import { COMPACT_AT, LEAST_WINDOW, LongChats } from '#shared/context/long-chats.ts'
import { problemOf } from '../../api.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { useAsked } from '../../ui/asked.ts'
import { Failure } from '../../ui/Failure.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { useNumbers } from '../../ui/numbers.ts'
import { Placeholder } from '../../ui/Placeholder.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** What happens when a chat grows longer than its model can read. */
export function ChatsSection({ api, app }: SettingsProps) {
  const t = useText()
  const say = useProblemWords()
  const ask = useCallback(() => api.call('context.longChats', {}), [api])
  const asked = useAsked(ask, (error) => say(problemOf(error)))
  // What was just chosen stands until main has answered.
  const [chosen, setChosen] = useState<LongChats | null>(null)
  const chats = chosen ?? asked.data
  const change = (next: LongChats) => {
    setChosen(next)
    const saved = api.call('context.setLongChats', next)
    app.attempt(
      saved.then(setChosen, (error: unknown) => {
        setChosen(null)
        asked.ask()
        throw error
      }),
    )
  }
  return (
    <>
      <SectionHead title={t('settings.chats')} hint={t('settings.chatsHint')} />
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.ask} />}
      {chats === null ? (
        asked.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <SettingGroup label={t('settings.long')}>
          <SettingLine
            title={t('settings.long.auto')}
            hint={t(chats.auto ? 'settings.long.autoOn' : 'settings.long.autoOff')}
          >
            <Switch
              label={t('settings.long.auto')}
              checked={chats.auto}
              onChange={(auto) => change({ ...chats, auto })}
            />
          </SettingLine>
          {chats.auto ? <Threshold at={chats.at} onAt={(at) => change({ ...chats, at })} /> : null}
          <WindowLimit
            key={chats.window ?? 'all'}
            window={chats.window}
            onWindow={(window) => change({ ...chats, window })}
          />
        </SettingGroup>
      )}
      <p className="text-fg-3 text-xs">{t('settings.long.project')}</p>
    </>
  )
}

const PERCENT = 100

function Threshold({ at, onAt }: { readonly at: number; readonly onAt: (at: number) => void }) {
  const t = useText()
  const numbers = useNumbers()
  const id = useId()
  const [moved, setMoved] = useState<number | null>(null)
  const shown = moved ?? Math.round(at * PERCENT)
  const settle = () => {
    if (moved !== null) onAt(moved / PERCENT)
    setMoved(null)
  }
  return (
    <SettingLine title={t('settings.long.at')} hint={t('settings.long.atHint')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears when the slider inside it is let go */}
      <span className="flex w-56 items-center gap-3" onPointerUp={settle} onKeyUp={settle} onBlur={settle}>
        <label htmlFor={id} className="unseen">
          {t('settings.long.at')}
        </label>
        <Slider
          id={id}
          min={COMPACT_AT.min * PERCENT}
          max={COMPACT_AT.max * PERCENT}
          value={shown}
          onChange={setMoved}
          className="min-w-0 grow"
        />
        <output htmlFor={id} className="figures w-10 text-right text-sm">
          {numbers.percent(shown / PERCENT)}
        </output>
      </span>
    </SettingLine>
  )
}

type WindowLimitProps = {
  readonly window: number | null
  readonly onWindow: (window: number | null) => void
}

function WindowLimit({ window, onWindow }: WindowLimitProps) {
  const t = useText()
  const id = useId()
  const [text, setText] = useState(window === null ? '' : String(window))
  const wanted = text.trim() === '' ? null : Number(text.trim())
  const isWrong = !LongChats.shape.window.safeParse(wanted).success
  const keep = () => {
    if (!isWrong && wanted !== window) onWindow(wanted)
  }
  return (
    <SettingLine title={t('settings.long.window')} hint={t('settings.long.windowHint')}>
      <span className="grid w-56 gap-1">
        <TextInput
          aria-label={t('settings.long.window')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          inputMode="numeric"
          placeholder={t('settings.long.windowAll')}
          value={text}
          onText={setText}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
          }}
        />
        {isWrong ? (
          <span id={id}>
            <FieldError>{t('settings.long.windowWrong', { least: LEAST_WINDOW })}</FieldError>
          </span>
        ) : null}
      </span>
    </SettingLine>
  )
}
