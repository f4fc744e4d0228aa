import { useMemo, useState } from 'react'
import type { LoggedCommit } from '#shared/changes/history.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { spelledText } from '../../../ui/text/foreign-text.ts'
import { type GraphRow, graphOf } from './commit-graph.ts'

type HistoryDialogProps = {
  readonly placeId: ChangePlaceId
  readonly onClose: () => void
}

const STEP = 100
const MOST = 1_000

/** The commits of the branch and of its upstream, with their graph. */
export function HistoryDialog({ placeId, onClose }: HistoryDialogProps) {
  const t = useText()
  const [limit, setLimit] = useState(STEP)
  const { data, problem, reload } = useQuery('changes.log', { placeId, limit }, { keep: true })
  const commits = data?.commits
  const rows = useMemo(() => graphOf(commits ?? []), [commits])
  return (
    <Dialog
      open
      title={t('changes.history')}
      hint={t('changes.historyHint')}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-200"
    >
      <div className="min-h-40 overflow-auto px-5 pb-5">
        {problem === null ? null : <Failure message={problem} onRetry={reload} />}
        {data === null && problem === null ? <Placeholder rows={8} /> : null}
        {commits?.length === 0 ? <p className="text-fg-3 text-sm">{t('changes.noCommits')}</p> : null}
        <ol aria-label={t('changes.history')} className="grid">
          {commits?.map((commit, at) => (
            <CommitRow key={commit.id} commit={commit} row={rows[at]} />
          ))}
        </ol>
        {data?.hasMore === true && limit < MOST ? (
          <Button size="small" className="mt-2" onClick={() => setLimit(limit + STEP)}>
            {t('changes.moreCommits')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

function CommitRow({ commit, row }: { readonly commit: LoggedCommit; readonly row: GraphRow | undefined }) {
  const dateText = useDateText()
  return (
    <li className="flex h-9 items-center gap-2 text-sm">
      {row === undefined ? null : <Graph row={row} />}
      <span className="figures plain-code w-18 shrink-0 text-fg-3 text-xs">{commit.id.slice(0, 8)}</span>
      <span className="min-w-0 grow truncate" title={spelledText(commit.subject, { prose: true })}>
        <ForeignText text={commit.subject} prose />
      </span>
      {commit.refs.map((ref) => (
        <Chip key={ref} size="small">
          <ForeignText text={ref} />
        </Chip>
      ))}
      <span className="max-w-40 truncate text-fg-2 text-xs">
        <ForeignText text={commit.author} prose />
      </span>
      <span className="figures shrink-0 text-fg-3 text-xs">{dateText(commit.at)}</span>
    </li>
  )
}

const LANE = 12
const HEIGHT = 36
const MOST_LANES = 10

/** The part of the graph beside one commit. The list says the same without it. */
function Graph({ row }: { readonly row: GraphRow }) {
  const x = (lane: number) => Math.min(lane, MOST_LANES) * LANE + LANE / 2
  const middle = HEIGHT / 2
  return (
    <svg
      aria-hidden="true"
      width={Math.min(row.lanes, MOST_LANES + 1) * LANE}
      height={HEIGHT}
      className="shrink-0 text-fg-3"
    >
      {row.lines.map(({ top, bottom }) => {
        const from = top === null ? [x(row.lane), middle] : [x(top), 0]
        const to = bottom === null ? [x(row.lane), middle] : [x(bottom), HEIGHT]
        const bend = ((from[1] ?? 0) + (to[1] ?? 0)) / 2
        return (
          <path
            key={`${top} ${bottom}`}
            d={`M${from[0]} ${from[1]} C${from[0]} ${bend} ${to[0]} ${bend} ${to[0]} ${to[1]}`}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.25}
          />
        )
      })}
      <circle cx={x(row.lane)} cy={middle} r={3.5} className="fill-accent" />
    </svg>
  )
}
