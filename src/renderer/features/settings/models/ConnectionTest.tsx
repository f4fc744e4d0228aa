import { useState } from 'react'
import { CustomModelConfig } from '#shared/config/config.ts'
import type { ConnectionReport } from '#shared/model/model.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useText, useTold } from '../../../messages/TextProvider.tsx'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { keyRefOf, type ModelDraft, type ModelTest } from './model-view.ts'

type ConnectionTestProps = {
  readonly api: Data
  readonly draft: ModelDraft
  /** Takes one of the models the server listed. */
  readonly onPick: (id: string) => void
}

/** Tries what is typed against the real server and says how far it got. */
export function ConnectionTest({ api, draft, onPick }: ConnectionTestProps) {
  const t = useText()
  const [test, setTest] = useState<ModelTest>({ state: 'idle' })
  const usable = CustomModelConfig.shape.baseUrl.safeParse(draft.baseUrl.trim()).success
  const run = () => {
    setTest({ state: 'running' })
    const request = { api: draft.api, baseUrl: draft.baseUrl.trim(), id: draft.id.trim(), ...keyRefOf(draft) }
    api.command('model.test', request).then(
      (report) => setTest({ state: 'done', report }),
      (error: unknown) => setTest({ state: 'failed', problem: problemOf(error).message }),
    )
  }
  return (
    <section aria-label={t('settings.test')} className="grid gap-2 border-line border-t pt-4">
      <header className="flex items-center gap-2">
        <h3 className="grow font-semibold text-fg-2 text-sm">{t('settings.test')}</h3>
        {test.state === 'running' ? <Running /> : null}
        <Button size="small" disabled={!usable || test.state === 'running'} onClick={run}>
          {t('settings.test.run')}
        </Button>
      </header>
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        {test.state === 'failed' ? <FieldError>{test.problem}</FieldError> : null}
        {test.state === 'done' ? <Report report={test.report} chosen={draft.id} onPick={onPick} /> : null}
      </div>
      {test.state === 'idle' ? <p className="text-fg-3 text-xs">{t('settings.test.hint')}</p> : null}
    </section>
  )
}

function Running() {
  const [from] = useState(() => Date.now())
  const now = useNow(1_000)
  return (
    <span className="figures flex items-center gap-1 text-fg-3 text-xs">
      <Mark state="run" />
      {clockText(now - from)}
    </span>
  )
}

const MOST_OFFERED = 8

type ReportProps = {
  readonly report: ConnectionReport
  readonly chosen: string
  readonly onPick: (id: string) => void
}

function Report({ report, chosen, onPick }: ReportProps) {
  const t = useText()
  const told = useTold()
  const others = report.models.filter((id) => id !== chosen).slice(0, MOST_OFFERED)
  return (
    <>
      <ul className="grid gap-1 text-sm">
        {report.steps.map((step) => (
          <li key={step.step} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
            <Mark state={step.ok ? 'done' : 'fail'} />
            <div className="min-w-0">
              <span className={step.ok ? '' : 'text-bad-fg'}>{t(`settings.test.step.${step.step}`)}</span>
              <p className="break-words text-fg-3 text-xs">{told(step.detail)}</p>
            </div>
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-1">
          <span className="text-fg-3 text-xs">{t('settings.test.models')}</span>
          {others.map((id) => (
            <Button key={id} size="small" className="plain-code" onClick={() => onPick(id)}>
              {id}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
