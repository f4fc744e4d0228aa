import { type FormEvent, useState } from 'react'
import type { ChatSpend, SpendStanding, SpendState } from '#shared/usage/usage-report.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useMonthText, useShortDayText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { Meter } from '../../../ui/limits/Meter.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { SPEND_LINES, type SpendLine, spendLimitsIn, spendTextsOf } from './spend-draft.ts'
import { amountWords, smallDollars } from './spend-words.ts'
import type { Usage } from './use-usage.ts'

type UsagePanelProps = Pick<SettingsProps, 'app'> & { readonly usage: Usage }

/** The limits per day and month, and the chats that cost most. */
export function UsagePanel({ usage, app }: UsagePanelProps) {
  const { state, report } = usage
  return (
    <div data-pane className="pane h-full content-start gap-4 overflow-auto bg-side px-4 py-5">
      {state === null ? (
        usage.problem === null ? (
          <Placeholder rows={8} />
        ) : null
      ) : (
        // Limits that were saved, or changed in the file, are what is typed from then on.
        <LimitsForm
          key={JSON.stringify([usage.projectId ?? null, state.own])}
          state={state}
          project={usage.projects.find(({ id }) => id === usage.projectId)?.name ?? null}
          onSave={usage.save}
        />
      )}
      {report === null || report.chats.length === 0 ? null : <TopChats chats={report.chats} app={app} />}
    </div>
  )
}

type LimitsFormProps = {
  readonly state: SpendStanding
  /** The project whose limits are shown; null for everything. */
  readonly project: string | null
  readonly onSave: Usage['save']
}

function LimitsForm({ state, project, onSave }: LimitsFormProps) {
  const t = useText()
  const numbers = useNumbers()
  const before = spendTextsOf(state.own)
  const [texts, setTexts] = useState(before)
  const [tried, setTried] = useState(false)
  const { limits, problems } = spendLimitsIn(texts)
  const isChanged = JSON.stringify(texts) !== JSON.stringify(before)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (limits !== null) onSave(limits)
  }
  const field = (line: SpendLine, label: string) => {
    const problem = problems[line]
    return (
      <Field label={label} error={tried && problem !== undefined ? t(`usage.${problem}`) : null}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="decimal"
            value={texts[line]}
            placeholder={t('usage.noLimit')}
            onText={(text) => setTexts({ ...texts, [line]: text })}
          />
        )}
      </Field>
    )
  }
  const month = useMonthName(state.day)
  const pace = paceOf(state)
  return (
    <form onSubmit={save} aria-label={t('usage.limits')} className="grid gap-4">
      <header className="flex items-baseline">
        <h2 className="grow font-semibold text-base tracking-tight">{t('usage.limits')}</h2>
        <span className="max-w-40 truncate text-fg-3 text-xs">{project ?? t('usage.allProjectsNote')}</span>
      </header>
      <LoweredByFile state={state} />
      <fieldset className="grid gap-2">
        <legend className="unseen">{t('usage.today')}</legend>
        <SpentOf
          title={t('usage.today')}
          spent={state.today}
          warn={state.limits.warnPerDay}
          stop={state.limits.stopPerDay}
        />
        <div className="grid grid-cols-2 gap-3">
          {field('warnPerDay', t('usage.warnAtDay'))}
          {field('stopPerDay', t('usage.stopAtDay'))}
        </div>
        <p className="text-fg-3 text-xs">{t('usage.resets')}</p>
      </fieldset>
      <fieldset className="grid gap-2 border-line border-t pt-4">
        <legend className="unseen">{month}</legend>
        <SpentOf
          title={month}
          spent={state.month}
          warn={state.limits.warnPerMonth}
          stop={state.limits.stopPerMonth}
        />
        <div className="grid grid-cols-2 gap-3">
          {field('warnPerMonth', t('usage.warnAtMonth'))}
          {field('stopPerMonth', t('usage.stopAtMonth'))}
        </div>
        {pace === null ? null : (
          <p className="text-fg-3 text-xs">{t('usage.pace', { amount: numbers.dollars(pace) })}</p>
        )}
        {state.hasUnpriced ? <p className="text-fg-3 text-xs">{t('usage.limitsUnpriced')}</p> : null}
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button disabled={!isChanged} onClick={() => setTexts(before)}>
          {t('usage.revert')}
        </Button>
        <Button type="submit" look="primary" disabled={!isChanged}>
          {t('usage.save')}
        </Button>
      </div>
    </form>
  )
}

/** Names the limits that the settings file of the project lowers. */
function LoweredByFile({ state: { limits, own } }: { readonly state: SpendStanding }) {
  const t = useText()
  const numbers = useNumbers()
  const lowered = SPEND_LINES.flatMap((line) => {
    const amount = limits[line]
    if (amount === null || amount === own[line]) return []
    return [t(`usage.limit.${line}`, { amount: numbers.dollars(amount) })]
  })
  if (lowered.length === 0) return null
  return <p className="text-fg-3 text-xs">{t('usage.ofFile', { limits: lowered.join(', ') })}</p>
}

/** Returns the projected cost of the month at the current rate; null with too few days. */
function paceOf({ day, month }: SpendState): number | null {
  const [year = 0, of = 1, date = 1] = day.split('-').map(Number)
  const days = new Date(year, of, 0).getDate()
  return date < 3 || date === days || month === 0 ? null : (month / date) * days
}

type SpentOfProps = {
  readonly title: string
  readonly spent: number
  readonly warn: number | null
  readonly stop: number | null
}

function SpentOf({ title, spent, warn, stop }: SpentOfProps) {
  const t = useText()
  const numbers = useNumbers()
  const whole = stop ?? warn
  const fill = stop !== null && spent >= stop ? 'bad' : warn !== null && spent >= warn ? 'warn' : 'plain'
  const words = smallDollars(spent, numbers)
  return (
    <>
      <p className="figures flex items-baseline text-sm">
        <span className="grow font-medium">{title}</span>
        <b className="font-medium">{words}</b>
        {whole === null ? null : (
          <span className="text-fg-3">&nbsp;{t('usage.ofLimit', { amount: numbers.dollars(whole) })}</span>
        )}
      </p>
      {whole === null ? null : (
        <div className="relative">
          <Meter
            height="tall"
            className="w-full"
            label={t('usage.meter', { title, spent: words, whole: numbers.dollars(whole) })}
            parts={[{ key: 'spent', share: spent / whole, fill }]}
          />
          {warn === null || stop === null ? null : (
            <span
              aria-hidden="true"
              className="-top-1 -bottom-1 absolute w-0.5 bg-warn"
              style={{ left: `${Math.min(100, (warn / stop) * 100)}%` }}
            />
          )}
        </div>
      )}
    </>
  )
}

function useMonthName(day: string): string {
  const date = useMonthText()
  return date(new Date(`${day}T12:00:00`).getTime())
}

type TopChatsProps = Pick<SettingsProps, 'app'> & { readonly chats: readonly ChatSpend[] }

function TopChats({ chats, app }: TopChatsProps) {
  const t = useText()
  const numbers = useNumbers()
  const date = useShortDayText()
  const roving = useRoving('button')
  return (
    <section aria-label={t('usage.topChats')} className="grid gap-1 border-line border-t pt-3">
      <h3 className="font-semibold text-fg-2 text-sm">{t('usage.topChats')}</h3>
      <ul className="-mx-2" onKeyDown={roving}>
        {chats.map((chat, at) => (
          <li key={chat.chatId}>
            <Row
              lines={2}
              tabIndex={at === 0 ? 0 : -1}
              disabled={!chat.canOpen}
              onClick={() => app.openSession(chat.chatId, chat.projectId)}
            >
              <span className="min-w-0 grow">
                <span className="block truncate text-sm">{chat.title ?? t('usage.goneChat')}</span>
                <span className="block truncate text-fg-3 text-xs">
                  {[chat.projectName, date(new Date(`${chat.lastDay}T12:00:00`).getTime())]
                    .filter((part) => part !== null)
                    .join(', ')}
                </span>
              </span>
              <span className="figures text-sm">{amountWords(chat, t, numbers)}</span>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  )
}
