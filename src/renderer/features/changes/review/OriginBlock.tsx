import type { ChangedFile, ChangeHunk, LineOrigin } from '#shared/changes/changes.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { useTimeText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { Block } from './ReviewBlock.tsx'

/** The hunk under the cursor. */
export type ShownHunk = { readonly file: ChangedFile; readonly hunk: ChangeHunk }

type OriginBlockProps = {
  readonly api: Data
  readonly app: AppStore
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly shown: ShownHunk
}

/** Lines of a hunk that are looked up. */
const MOST_LINES = 200

/** Shows the origin of the hunk under the cursor: message, agent, model, call, approval and cost. */
export function OriginBlock({ app, projectId, placeId, shown }: OriginBlockProps) {
  const t = useText()
  const { path } = shown.file
  const { lines } = shown.hunk
  const origin = useQuery('changes.origin', {
    placeId,
    path,
    lines: lines.filter((line) => /^[+-]/.test(line)).slice(0, MOST_LINES),
  })
  const found = origin.data
  return (
    <Block title={t('changes.origin')} note={found === null ? '' : found.title}>
      {origin.problem === null ? null : <Failure message={origin.problem} onRetry={origin.reload} />}
      {found === null ? (
        <p className="text-fg-3 text-sm">{t('changes.originNone')}</p>
      ) : (
        <>
          <OriginLines origin={found} />
          <Button size="small" onClick={() => app.openSession(found.sessionId, projectId)}>
            {t('changes.showInChat')}
          </Button>
        </>
      )}
    </Block>
  )
}

function OriginLines({ origin }: { readonly origin: LineOrigin }) {
  const t = useText()
  const timeText = useTimeText()
  const { message, messageAt, agent, model, tool, at, approval, approvedAt, cost } = origin
  const rows: readonly { icon: IconName; text: string; note: string }[] = [
    ...(message === ''
      ? []
      : [{ icon: 'chat' as const, text: message, note: messageAt === null ? '' : timeText(messageAt) }]),
    { icon: 'agents', text: `${agent}, ${model}`, note: cost === null ? '' : `$${cost.toFixed(2)}` },
    { icon: 'edit', text: t('changes.originCall', { tool }), note: timeText(at) },
    {
      icon: 'shield',
      text: t(`changes.approval.${approval}`),
      note: approvedAt === null ? '' : timeText(approvedAt),
    },
  ]
  return (
    <ul className="grid gap-1">
      {rows.map(({ icon, text, note }) => (
        <li key={icon} className="flex items-start gap-2 text-sm">
          <Icon name={icon} size="s" className="mt-1 text-fg-3" />
          <span className="line-clamp-3 min-w-0 grow [overflow-wrap:anywhere]">
            <ForeignText text={text} prose />
          </span>
          <span className="figures text-fg-3 text-xs">{note}</span>
        </li>
      ))}
    </ul>
  )
}
