import type { Stash } from '#shared/changes/history.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { TreeDifference } from '#shared/worktree/worktree.ts'
import { useQuery } from '../../../data/use-query.ts'
import { DiffView } from '../../../markdown/diff/DiffView.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

/** The changes that a stash holds, file by file. */
export function StashContent({ placeId, stash }: { readonly placeId: ChangePlaceId; readonly stash: Stash }) {
  const t = useText()
  const { data, problem, reload } = useQuery('changes.stashContent', { placeId, id: stash.id })
  return (
    <section aria-label={t('changes.stashContent', { name: stash.message })} className="grid gap-2 pb-2">
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {data === null && problem === null ? <Placeholder rows={3} /> : null}
      {data?.files.map((file) => (
        <StashedFile key={file.path} file={file} />
      ))}
      {data?.cut === true ? <p className="text-fg-3 text-sm">{t('changes.stashCut')}</p> : null}
    </section>
  )
}

function StashedFile({ file }: { readonly file: TreeDifference }) {
  const t = useText()
  return (
    <section aria-label={file.path} className="overflow-x-auto rounded-md border border-line">
      <h4 className="plain-code flex gap-3 px-3 py-1.5 text-sm">
        <span className="min-w-0 grow truncate">
          <ForeignText text={file.path} />
        </span>
        <span className="text-ok-fg">+{file.added}</span>
        <span className="text-bad-fg">−{file.removed}</span>
      </h4>
      {file.hunks.length > 0 ? (
        <DiffView diff={file} />
      ) : file.isBinary || file.cut ? (
        <p className="border-line border-t px-3 py-2 text-fg-3 text-sm">
          {t(file.isBinary ? 'changes.stashBinary' : 'changes.stashLarge')}
        </p>
      ) : null}
    </section>
  )
}
