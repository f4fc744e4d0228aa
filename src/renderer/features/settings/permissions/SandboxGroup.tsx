import { useState } from 'react'
import { useStore } from 'zustand'
import { SANDBOX_MODES } from '#shared/sandbox/modes.ts'
import type { SandboxStatus, SandboxTrial } from '#shared/sandbox/sandbox.ts'
import { problemOf } from '../../../api.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { lackText } from '../../../ui/names/sandbox-lack.ts'
import { placesWords } from '../../../ui/names/sandbox-places.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

const NAMES = { bubblewrap: 'bubblewrap', seatbelt: 'Seatbelt' } as const
const SHOWN = 4

/** Whether commands run in a sandbox, whether this machine has one, what it covers, and a test of it. */
export function SandboxGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const mode = useStore(app.store, (state) => state.settings.sandbox)
  const status = useStore(app.store, (state) => state.sandbox)
  const options = SANDBOX_MODES.map((value) => ({ value, label: t(`settings.sandbox.mode.${value}`) }))
  return (
    <SettingGroup label={t('settings.sandbox')}>
      <SettingLine title={t('settings.sandbox.mode')} hint={t(`settings.sandbox.hint.${mode}`)}>
        <Select
          label={t('settings.sandbox.mode')}
          value={mode}
          groups={[{ title: null, options }]}
          onChange={(value) =>
            app.attempt(app.changeSettings({ sandbox: oneOf(SANDBOX_MODES, value) ?? 'auto' }))
          }
          className="w-56"
        />
      </SettingLine>
      {status === null ? (
        <div className="border-line px-4 py-2">
          <Placeholder rows={1} />
        </div>
      ) : (
        <SettingLine title={t('settings.sandbox.here')} hint={supportWords(status, t)}>
          <Mark state={status.support.available ? 'done' : 'wait'} />
        </SettingLine>
      )}
      {status?.rules == null ? null : (
        <>
          <SettingLine title={t('settings.sandbox.covers')} hint={coveredWords(status.rules, t)}>
            <span />
          </SettingLine>
          <TrialLine api={api} />
        </>
      )}
    </SettingGroup>
  )
}

function supportWords({ support }: SandboxStatus, t: Text): string {
  if (!support.available) return lackText(support.lack, t)
  const name = NAMES[support.kind]
  return t(support.proxy ? 'settings.sandbox.works' : 'settings.sandbox.worksOffline', { name })
}

function coveredWords(rules: NonNullable<SandboxStatus['rules']>, t: Text): string {
  const more = rules.writes.map((path) => `, ${path}`).join('')
  const names = placesWords(rules.hides, SHOWN, t)
  return [
    t('settings.sandbox.writes', { more }),
    t('settings.sandbox.hides', { names }),
    t(rules.network === 'off' ? 'settings.sandbox.noHosts' : 'settings.sandbox.hosts'),
    ...(rules.searchLimited === true ? [t('sandbox.profile.limited')] : []),
  ].join(' · ')
}

type Phase =
  | { readonly at: 'never' | 'going' }
  | { readonly at: 'done'; readonly trial: SandboxTrial }
  | { readonly at: 'failed'; readonly problem: string }

/** Runs the self-test and shows each check. */
function TrialLine({ api }: Pick<SettingsProps, 'api'>) {
  const t = useText()
  const [phase, setPhase] = useState<Phase>({ at: 'never' })
  const start = () => {
    setPhase({ at: 'going' })
    api
      .command('sandbox.try', {})
      .then((trial) => setPhase(trial === null ? { at: 'never' } : { at: 'done', trial }))
      .catch((error: unknown) => setPhase({ at: 'failed', problem: problemOf(error).message }))
  }
  return (
    <>
      <SettingLine title={t('settings.sandbox.try')} hint={t('settings.sandbox.tryHint')}>
        <Button disabled={phase.at === 'going'} onClick={start}>
          {t(phase.at === 'going' ? 'settings.sandbox.trying' : 'settings.sandbox.try')}
        </Button>
      </SettingLine>
      {phase.at === 'failed' ? (
        <div className="border-line px-4 py-3">
          <Failure message={phase.problem} onRetry={start} />
        </div>
      ) : null}
      <output className="block">
        {phase.at !== 'done' ? null : (
          <div className="grid gap-1 border-line border-t px-4 py-3 text-sm">
            <ul className="grid gap-1">
              {phase.trial.checks.map(({ check, ok }) => (
                <li key={check} className="flex items-center gap-2">
                  <Mark state={ok ? 'done' : 'fail'} />
                  {t(`settings.sandbox.check.${check}`)}
                </li>
              ))}
            </ul>
            <p className="text-fg-3 text-xs">
              {t('settings.sandbox.adds', { ms: Math.round(phase.trial.addsMs) })}
            </p>
          </div>
        )}
      </output>
    </>
  )
}
