import { useState } from 'react'
import { useStore } from 'zustand'
import type { LogLevel } from '#shared/config/choices.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText, useTold } from '../../messages/TextProvider.tsx'
import { oneOf } from '../../ui/base/one-of.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { DataCheckGroup } from './DataCheckGroup.tsx'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

const LOG_LEVELS = ['error', 'warn', 'info'] as const satisfies readonly LogLevel[]

/** Whether every part of the app works, and what to do about one that does not. */
export function DiagnosticsSection({ api, app }: SettingsProps) {
  const t = useText()
  const told = useTold()
  const boot = useStore(app.store, (state) => state.boot)
  const logLevel = useStore(app.store, (state) => state.settings.logLevel)
  const [rebuilding, setRebuilding] = useState(false)
  const rebuild = async () => {
    await api.command('search.rebuild', {})
    setRebuilding(true)
  }
  const health = useQuery('app.health', {})
  return (
    <>
      <SectionHead
        title={t('settings.diagnostics')}
        action={
          <Button icon="refresh" onClick={health.reload}>
            {t('settings.health.again')}
          </Button>
        }
      />
      {health.problem === null ? null : <Failure message={health.problem} onRetry={health.reload} />}
      <section aria-label={t('settings.health')} className="grid gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{t('settings.health')}</h3>
        {health.data === null ? (
          <Placeholder rows={5} />
        ) : (
          <ul className="rounded-lg border border-line-strong bg-raised shadow-card">
            {health.data.map((line) => (
              <li
                key={line.part}
                className="grid grid-cols-[16px_160px_minmax(0,1fr)] items-start gap-2 border-line px-4 py-2 text-sm [&+li]:border-t"
              >
                <Mark state={line.ok ? 'done' : 'fail'} />
                <span className="font-medium">{t(`settings.health.part.${line.part}`)}</span>
                <div className="min-w-0 break-words">
                  <p className="text-fg-2">{told(line.detail)}</p>
                  {line.fix === null ? null : <p className="text-fg-3">{told(line.fix)}</p>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <DataCheckGroup api={api} />
      <SettingGroup label={t('settings.about')}>
        <SettingLine
          title={t('settings.version')}
          hint={t('settings.versionHint', { version: boot?.version ?? '', runtime: boot?.electron ?? '' })}
        >
          <span />
        </SettingLine>
        <SettingLine
          title={t('settings.index')}
          hint={t(rebuilding ? 'settings.indexBegun' : 'settings.indexHint')}
        >
          <Button disabled={rebuilding} onClick={() => app.attempt(rebuild())}>
            {t('settings.indexAnew')}
          </Button>
        </SettingLine>
        <SettingLine title={t('settings.logLevel')} hint={t('settings.logLevelHint')}>
          <Segmented
            label={t('settings.logLevel')}
            value={logLevel}
            options={LOG_LEVELS.map((value) => ({ value, label: t(`settings.logLevel.${value}`) }))}
            onChange={(level) =>
              app.attempt(app.changeSettings({ logLevel: oneOf(LOG_LEVELS, level) ?? 'info' }))
            }
          />
        </SettingLine>
        <SettingLine title={t('report.title')} hint={t('report.line')}>
          <Button onClick={() => app.writeReport(true)}>{t('report.open')}</Button>
        </SettingLine>
        <SettingLine title={t('settings.logs')} hint={t('settings.logsHint')}>
          <Button onClick={() => app.attempt(api.command('app.openLogs', {}))}>
            {t('settings.logsOpen')}
          </Button>
        </SettingLine>
      </SettingGroup>
    </>
  )
}
