import type { AttemptCheck } from '#shared/attempts/attempt-events.ts'
import type { AttemptSetView, AttemptView } from '#shared/attempts/attempts.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../../ui/base/numbers.ts'
import { clockText, useNow } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark, type MarkState } from '../../ui/controls/Mark.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import type { AttemptActs } from './use-acts.ts'

const STATE_MARKS: Readonly<Record<AttemptView['state'], MarkState>> = {
  idle: 'pend',
  queued: 'pend',
  running: 'run',
  waiting: 'wait',
  paused: 'pause',
  done: 'done',
  failed: 'fail',
  stopped: 'stop',
}

const CHECK_MARKS: Readonly<Record<AttemptCheck['state'], MarkState>> = {
  running: 'run',
  passed: 'done',
  failed: 'fail',
  late: 'limit',
  stopped: 'stop',
  broken: 'fail',
  interrupted: 'stop',
}

export const isActive = ({ state }: Pick<AttemptView, 'state'>): boolean =>
  state === 'running' || state === 'queued' || state === 'waiting'

/** The state of an attempt with its time. */
export function StateFact({ attempt }: { readonly attempt: AttemptView }) {
  const t = useText()
  const { state, startedAt, endedAt, problem } = attempt
  const now = useNow(1_000, () => isActive(attempt))
  const end = isActive(attempt) ? now : endedAt
  return (
    <span className="grid gap-0.5">
      <span className="flex items-center gap-2">
        <Mark state={STATE_MARKS[state]} />
        {t(`attempts.state.${state}`)}
        {startedAt === null || end === null ? null : (
          <span className="figures text-fg-3">{clockText(end - startedAt)}</span>
        )}
      </span>
      {problem === null ? null : (
        <span className="text-bad-fg text-xs">
          <ForeignText text={problem} prose />
        </span>
      )}
    </span>
  )
}

type CheckFactProps = {
  readonly check: AttemptCheck | null
  /** The accessible name of the target. */
  readonly name: string
  readonly onShow: (check: AttemptCheck) => void
  readonly onRun: (() => void) | null
}

/** The outcome of a check, with its output and a way to run it again. */
export function CheckFact({ check, name, onShow, onRun }: CheckFactProps) {
  const t = useText()
  const { took } = useNumbers()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {check === null ? (
        <span className="text-fg-3">{t('attempts.check.none')}</span>
      ) : (
        <>
          <Mark state={CHECK_MARKS[check.state]} />
          {t(`attempts.check.${check.state}`)}
          {check.ms === null ? null : <span className="figures text-fg-3">{took(check.ms)}</span>}
          {check.output === '' ? null : (
            <button
              type="button"
              aria-label={t('attempts.showOutputOf', { name })}
              onClick={() => onShow(check)}
              className="rounded-sm text-fg-2 text-xs underline decoration-line-2 hover:text-fg"
            >
              {t('attempts.showOutput')}
            </button>
          )}
        </>
      )}
      {onRun === null || check?.state === 'running' ? null : (
        <Button size="small" look="ghost" aria-label={t('attempts.runCheckOf', { name })} onClick={onRun}>
          {t('attempts.runCheck')}
        </Button>
      )}
    </span>
  )
}

/** The cost of an attempt. */
export function CostFact({ attempt: { cost, tokens } }: { readonly attempt: AttemptView }) {
  const t = useText()
  const { dollars, short } = useNumbers()
  return (
    <span className="figures">
      {cost === null ? t('attempts.unpriced') : dollars(cost)}{' '}
      <span className="text-fg-3">{t('attempts.tokens', { tokens: short(tokens) })}</span>
    </span>
  )
}

/** The lines and files that an attempt changed. */
export function SizeFact({ attempt: { changes } }: { readonly attempt: AttemptView }) {
  const t = useText()
  if (changes === null) return <span className="text-fg-3">{t('attempts.removed')}</span>
  if (changes.state === 'missing')
    return (
      <span className="flex items-center gap-2">
        <Mark state="fail" />
        {t('worktrees.state.missing')}
      </span>
    )
  const sum = (key: 'added' | 'removed') => changes.files.reduce((all, file) => all + file[key], 0)
  return (
    <span className="figures">
      <span className="text-ok-fg">+{sum('added')}</span>{' '}
      <span className="text-bad-fg">−{sum('removed')}</span>{' '}
      <span className="text-fg-3">{t('attempts.inFiles', { count: changes.files.length })}</span>
    </span>
  )
}

/** Whether the changes fit the files of the project. */
export function FitFact({ attempt: { changes } }: { readonly attempt: AttemptView }) {
  const t = useText()
  if (changes === null || changes.files.length === 0) return <span className="text-fg-3">·</span>
  return (
    <span className="flex items-center gap-2" title={changes.conflict ?? ''}>
      <Mark state={changes.conflict === null ? 'done' : 'limit'} />
      {t(changes.conflict === null ? 'attempts.fits' : 'attempts.conflict')}
    </span>
  )
}

type RowProps = {
  readonly view: AttemptSetView
  readonly acts: AttemptActs
  readonly onShow: (check: AttemptCheck) => void
}

/** The rows of the table that compare facts. */
export function FactRows({ view, acts, onShow }: RowProps) {
  const t = useText()
  const { attempts } = view
  const rows = [
    {
      key: 'state',
      label: t('attempts.row.state'),
      cell: (each: AttemptView) => <StateFact attempt={each} />,
    },
    ...(view.check === null
      ? []
      : [
          {
            key: 'check',
            label: t('attempts.row.check'),
            cell: (each: AttemptView) => (
              <CheckFact
                check={each.check}
                name={each.letter}
                onShow={onShow}
                onRun={each.changes === null ? null : () => acts.check(each.letter)}
              />
            ),
          },
        ]),
    { key: 'cost', label: t('attempts.row.cost'), cell: (each: AttemptView) => <CostFact attempt={each} /> },
    { key: 'size', label: t('attempts.row.size'), cell: (each: AttemptView) => <SizeFact attempt={each} /> },
    { key: 'fit', label: t('attempts.row.fit'), cell: (each: AttemptView) => <FitFact attempt={each} /> },
  ]
  return rows.map(({ key, label, cell }) => (
    <tr key={key}>
      <th scope="row" className="px-4 py-1.5 text-left font-normal text-fg-2">
        {label}
      </th>
      {attempts.map((each) => (
        <td key={each.letter} className="border-line border-l px-3 py-1.5">
          {cell(each)}
        </td>
      ))}
    </tr>
  ))
}
