import type { ReactNode } from 'react'
import type { IndexedPart } from '#shared/search/check.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { Meter } from '../../ui/limits/Meter.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import type { DataCheck } from './data-check.ts'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import { useDataCheck } from './use-data-check.ts'

/** Looks through the database and the index when the person asks for it, and says what is whole and what is not. */
export function DataCheckGroup({ api }: { readonly api: Data }) {
  const t = useText()
  const { phase, check, problem, start, stop } = useDataCheck(api)
  const share = check.pieces === 0 ? 0 : check.done / check.pieces
  const far = t('settings.check.far', { done: check.done, all: check.pieces })
  return (
    <SettingGroup label={t('settings.check')}>
      <SettingLine title={t('settings.check.title')} hint={t('settings.check.hint')}>
        {phase === 'going' ? (
          <div className="flex w-72 items-center gap-2">
            <Meter label={far} parts={[{ key: 'done', share, fill: 'live' }]} className="min-w-0 grow" />
            <Button size="small" onClick={stop}>
              {t('settings.check.stop')}
            </Button>
          </div>
        ) : (
          <Button onClick={start}>
            {t(phase === 'never' ? 'settings.check.now' : 'settings.check.again')}
          </Button>
        )}
      </SettingLine>
      {phase === 'never' ? null : (
        <div role="status" className="grid gap-2 border-line px-4 py-3 text-sm">
          {problem === null ? null : <Failure message={problem} onRetry={start} />}
          {phase === 'stopped' ? <p className="text-fg-3">{t('settings.check.stopped')}</p> : null}
          {phase === 'done' ? <Report {...check} /> : null}
          {phase === 'going' ? <p className="figures text-fg-3 text-xs">{far}</p> : null}
        </div>
      )}
    </SettingGroup>
  )
}

function Report({ database, index, parts }: DataCheck) {
  const t = useText()
  return (
    <ul aria-label={t('settings.check.report')} className="grid gap-2">
      <Line ok={database.problems.length === 0} title={t('settings.check.database')}>
        {database.problems.length === 0
          ? t('settings.check.whole', { count: database.tables })
          : t('settings.check.databaseBroken', { words: database.problems.join(' · ') })}
      </Line>
      <Line ok={index.problems.length === 0} title={t('settings.index')}>
        {index.problems.length === 0
          ? t('settings.check.whole', { count: index.tables })
          : t('settings.check.indexBroken', { words: index.problems.join(' · ') })}
      </Line>
      {parts.map((each) => (
        <Line
          key={each.part}
          ok={each.missing + each.extra === 0}
          title={t(`settings.check.part.${each.part}`)}
        >
          <Standing {...each} />
        </Line>
      ))}
    </ul>
  )
}

function Standing({ kept, missing, extra }: IndexedPart) {
  const t = useText()
  if (missing + extra === 0) return t('settings.check.allFound', { count: kept })
  return t('settings.check.differs', { kept, missing, extra })
}

type LineProps = { readonly ok: boolean; readonly title: string; readonly children: ReactNode }

function Line({ ok, title, children }: LineProps) {
  return (
    <li className="grid grid-cols-[16px_160px_minmax(0,1fr)] items-start gap-2">
      <Mark state={ok ? 'done' : 'fail'} />
      <span className="font-medium">{title}</span>
      <span className="figures min-w-0 break-words text-fg-2">{children}</span>
    </li>
  )
}
