import type { KeyboardEvent, ReactNode } from 'react'
import type { FileLook, PreviewDiff } from '#shared/checkpoint/checkpoint.ts'
import { useQuery } from '../../../data/use-query.ts'
import { DiffView } from '../../../markdown/diff/DiffView.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { Delta } from '../inspector/Delta.tsx'
import type { FilesRequest, LookRequest } from './files-request.ts'

type FileChangesViewProps = {
  readonly request: LookRequest
  readonly onOpen: (request: FilesRequest) => void
  readonly onClose: () => void
}

/** Shows the agents' changes to a file and later changes from outside. Undo is one key away. */
export function FileChangesView({ request, onOpen, onClose }: FileChangesViewProps) {
  const t = useText()
  const { sessionId, scope, file, isUndone, name } = request
  const { data, problem, reload } = useQuery('checkpoint.look', { sessionId, scope, file })
  const put = () =>
    onOpen({
      what: 'restore',
      sessionId,
      scope,
      name,
      files: [file],
      after: null,
      together: null,
      direction: isUndone ? 'redo' : 'undo',
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== (isUndone ? 'r' : 'u'))
      return
    event.preventDefault()
    put()
  }
  return (
    <>
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {data === null ? (
        problem === null ? (
          <Placeholder rows={6} rowHeight={20} />
        ) : null
      ) : (
        <Looked look={data} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the button in it */}
      <div onKeyDown={onKeyDown} className="flex justify-end gap-2">
        <Button look="ghost" onClick={onClose}>
          {t('files.cancel')}
        </Button>
        <Button autoFocus icon="undo" onClick={put}>
          {t(isUndone ? 'files.redoThis' : 'files.undoThis')}
        </Button>
      </div>
    </>
  )
}

function Looked({ look }: { readonly look: FileLook }) {
  const t = useText()
  return (
    <>
      {look.obstacle === null ? null : (
        <Banner>{t(`files.obstacle.${look.obstacle}`, { path: look.path })}</Banner>
      )}
      <Difference title={t('files.did')} diff={look.did} />
      {look.since === null ? null : <Difference title={t('files.since')} diff={look.since} />}
    </>
  )
}

type DifferenceProps = { readonly title: ReactNode; readonly diff: PreviewDiff }

/** One difference under its heading, or the words for why there is none to show. */
export function Difference({ title, diff }: DifferenceProps) {
  const t = useText()
  return (
    <section className="overflow-hidden rounded-md border border-line">
      <h3 className="figures flex h-(--h-row) items-center gap-2 bg-sunken px-3 text-fg-2 text-sm">
        <span className="min-w-0 truncate">{title}</span>
        {diff.kind === 'diff' ? <Delta added={diff.diff.added} removed={diff.diff.removed} /> : null}
      </h3>
      {diff.kind === 'diff' ? (
        <DiffView diff={diff.diff} />
      ) : (
        <p className="border-line border-t px-3 py-2 text-fg-3 text-sm">{t(`files.no.${diff.because}`)}</p>
      )}
    </section>
  )
}
