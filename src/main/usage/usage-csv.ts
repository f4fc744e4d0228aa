import type { ModelRequests } from '../log/model-requests.ts'
import { spendOf, type UsageReportDeps } from './usage-report.ts'

const COLUMNS = [
  ...['day', 'project', 'chat', 'kind', 'agent', 'model', 'requests'],
  ...['input_tokens', 'cache_read_tokens', 'cache_write_tokens', 'output_tokens', 'reasoning_tokens'],
  ...[
    'billed_usd',
    'estimated_usd',
    'saved_by_cache_usd',
    'lost_to_misses_usd',
    'unpriced_tokens',
    'plan_tokens',
  ],
]

type Rows = ReturnType<ModelRequests['sums']>

/** Usage as CSV (RFC 4180): one line per day, chat, agent and model. */
export function usageCsv(
  rows: Rows,
  deps: Pick<UsageReportDeps, 'modelOf' | 'projectName' | 'titleOf'>,
): string {
  const lines = rows.map((row) => {
    const spend = spendOf(row, deps.modelOf)
    const project = row.projectId === null ? '' : (deps.projectName(row.projectId) ?? row.projectId)
    return [
      ...[row.day, project, deps.titleOf(row.chatId) ?? row.chatId, row.kind, row.agent, row.model],
      ...[spend.requests, spend.input, spend.cacheRead, spend.cacheWrite, spend.output, spend.reasoning],
      ...[spend.billed, spend.estimated, spend.saved, spend.lost].map((dollars) => dollars.toFixed(6)),
      ...[spend.unpriced, spend.covered],
    ]
  })
  return `${[COLUMNS, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Quotes what would break a line. A spreadsheet must not take a title for a formula, in wide signs either. */
function cell(value: string | number): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(value)
      ? `'${value}`
      : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
