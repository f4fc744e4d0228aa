import { useMemo, useState } from 'react'
import type { ReportColumn, ReportRow, RequestReport, RequestWhen } from '#shared/context/report.ts'
import type { SessionId } from '#shared/ids.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { EmptyState } from '../../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import { useSession } from '../../chat-context.ts'
import { InspectorHead } from '../InspectorHead.tsx'
import { RequestMenu } from './RequestMenu.tsx'
import { RequestRows } from './RequestRows.tsx'
import { RequestSize } from './RequestSize.tsx'

/** Shows a request: its size and the outcome of every event of the branch. */
export function RequestView({ sessionId, onBack }: { sessionId: SessionId; onBack: () => void }) {
  const t = useText()
  const [when, setWhen] = useState<RequestWhen>('last')
  // Each request that goes out is measured, so a new measure says that there is a new one.
  const measured = useSession((state) => state.breakdown)
  const leaf = useSession((state) => state.path.at(-1)?.id ?? null)
  const { state, data, problem, reload } = useQuery(
    'context.report',
    { sessionId, when },
    { reasons: [measured, leaf] },
  )
  const report = state === 'loaded' || state === 'stale' ? data : undefined
  return (
    <>
      <InspectorHead title={t('context.request')} onBack={onBack}>
        {report === null ? null : <RequestMenu sessionId={sessionId} when={when} />}
      </InspectorHead>
      <div className="px-4 pb-3">
        <Segmented
          label={t('context.when')}
          value={when}
          options={[
            { value: 'last', label: t('context.when.last') },
            { value: 'next', label: t('context.when.next') },
          ]}
          onChange={(value) => setWhen(value === 'next' ? 'next' : 'last')}
        />
      </div>
      {problem === null ? null : (
        <div className="px-4 pb-3">
          <Failure message={problem} onRetry={reload} />
        </div>
      )}
      {report === undefined ? (
        problem === null ? (
          <div className="px-4">
            <Placeholder rows={8} rowHeight={32} />
          </div>
        ) : null
      ) : report === null ? (
        <EmptyState
          icon="mail"
          title={t('context.empty')}
          action={<Button onClick={() => setWhen('next')}>{t('context.showNext')}</Button>}
        >
          {t('context.emptyHint')}
        </EmptyState>
      ) : (
        <Report report={report} />
      )}
    </>
  )
}

const FATES = [
  'kept',
  'merged',
  'truncated',
  'summarised',
  'dropped',
] as const satisfies readonly ReportRow['outcome'][]
const COLUMNS = ['messages', 'toolOutput', 'attachments', 'memory'] as const satisfies readonly ReportColumn[]

function Report({ report }: { report: RequestReport }) {
  const t = useText()
  const [fate, setFate] = useState('all')
  const [column, setColumn] = useState('all')
  const rows = useMemo(
    () =>
      report.rows.filter(
        (row) => (fate === 'all' || row.outcome === fate) && (column === 'all' || row.column === column),
      ),
    [report, fate, column],
  )
  const options = (all: string, each: readonly { value: string; label: string }[]) => [
    { title: null, options: [{ value: 'all', label: all }, ...each] },
  ]
  return (
    <>
      <RequestSize report={report} />
      <div className="flex items-center gap-1 border-line border-t px-2.5 py-1.5">
        <Select
          look="pick"
          label={t('context.fate')}
          value={fate}
          onChange={setFate}
          groups={options(
            t('context.fate.all'),
            FATES.map((value) => ({ value, label: t(`context.fate.${value}`) })),
          )}
        />
        <Select
          look="pick"
          label={t('context.column')}
          value={column}
          onChange={setColumn}
          groups={options(
            t('context.column.all'),
            COLUMNS.map((value) => ({ value, label: t(`chat.context.${value}`) })),
          )}
        />
        <span role="status" className="figures ml-auto pr-1.5 text-fg-3 text-xs">
          {t('context.rowCount', { count: rows.length })}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-fg-3 text-sm">{t('context.noRows')}</p>
      ) : (
        <RequestRows rows={rows} />
      )}
    </>
  )
}
