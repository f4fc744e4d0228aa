import { useState } from 'react'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { readSelfTest, type SelfCheck } from '#shared/mcp/self-test.ts'
import { problemOf } from '../../../../api.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { Mark, type MarkState } from '../../../../ui/controls/Mark.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import { PlainText } from '../../../../ui/text/PlainText.tsx'
import type { SettingsProps } from '../../settings-props.ts'

type SelfTestPaneProps = Pick<SettingsProps, 'api' | 'app'> & {
  readonly server: Pick<McpServerListing, 'key' | 'projectId'>
}

/** Checks a server against the protocol. It calls none of its tools. */
export function SelfTestPane({ server, api, app }: SelfTestPaneProps) {
  const t = useText()
  const say = useProblemWords()
  const { key, projectId } = server
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    setProblem(null)
    try {
      setSent(await api.command('mcp.try', { projectId, key, request: { what: 'self-test' } }))
    } catch (error) {
      setProblem(say(problemOf(error)))
    }
  }
  return (
    <section
      aria-label={t('settings.mcp.selfTest')}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <header className="grid gap-1">
        <h3 className="font-semibold text-sm">{t('settings.mcp.selfTest')}</h3>
        <p className="text-fg-3 text-xs">{t('settings.mcp.selfTest.hint')}</p>
      </header>
      <div>
        <Button look="primary" onClick={() => app.attempt(run())}>
          {t('settings.mcp.selfTest.run')}
        </Button>
      </div>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      {sent === null ? null : <Results key={sent} id={sent} api={api} app={app} />}
    </section>
  )
}

type ResultsProps = Pick<SelfTestPaneProps, 'api' | 'app'> & { readonly id: number }

function Results({ id, api, app }: ResultsProps) {
  const t = useText()
  const { data, problem, reload } = useQuery('mcp.trial', { id })
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (data === null) return null
  const { state, text } = data
  if (state === 'running') {
    return (
      <div role="status" className="flex items-center gap-2 text-sm">
        <Mark state="run" label={t('settings.mcp.inspect.state.running')} />
        {t('settings.mcp.selfTest.running')}
        <span className="grow" />
        <Button size="small" icon="stop" onClick={() => app.attempt(api.command('mcp.stopTrial', { id }))}>
          {t('settings.mcp.inspect.stop')}
        </Button>
      </div>
    )
  }
  const checks = state === 'done' ? readSelfTest(text) : null
  if (checks === null) {
    return (
      <div role="status" className="grid gap-2 text-sm">
        {t(`settings.mcp.inspect.state.${state}`)}
        {text === '' ? null : <PlainText text={text} className="text-bad-fg" />}
      </div>
    )
  }
  const failed = checks.filter((check) => check.state === 'failed').length
  return (
    <div className="grid gap-3">
      <div role="status" className="flex items-center gap-2 text-sm">
        <span className="grow">
          {failed === 0
            ? t('settings.mcp.selfTest.allPassed')
            : t('settings.mcp.selfTest.failed', { count: failed })}
        </span>
        <CopyButton text={text} label={t('settings.mcp.inspect.copy')} />
      </div>
      <ul aria-label={t('settings.mcp.selfTest.checks')} className="grid gap-2">
        {checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
    </div>
  )
}

const MARKS: Readonly<Record<SelfCheck['state'], MarkState>> = {
  passed: 'done',
  failed: 'fail',
  skipped: 'stop',
}

function CheckRow({ check }: { readonly check: SelfCheck }) {
  const t = useText()
  const numbers = useNumbers()
  const { name, state, reason, sent, tookMs } = check
  return (
    <li className="grid gap-1 rounded-md border border-line px-3 py-2">
      <div className="flex items-center gap-2 text-sm">
        <Mark state={MARKS[state]} label={t(`settings.mcp.selfTest.state.${state}`)} />
        <span className="grow">{t(`settings.mcp.selfTest.check.${name}`)}</span>
        <span className="figures text-fg-3 text-xs">
          {state === 'skipped' ? t('settings.mcp.selfTest.state.skipped') : numbers.took(tookMs)}
        </span>
      </div>
      {reason === '' ? null : (
        <p className="break-words text-bad-fg text-sm">
          <ForeignText text={reason} />
        </p>
      )}
      {sent === '' ? null : (
        <details className="text-xs">
          <summary className="text-fg-3">{t('settings.mcp.selfTest.sent')}</summary>
          <PlainText text={sent} className="mt-1 max-h-64 overflow-auto rounded-md bg-sunken p-2" />
        </details>
      )}
    </li>
  )
}
