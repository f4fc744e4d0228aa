import type { PullState } from '#shared/changes/pulls.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { NewPull } from './NewPull.tsx'
import { PullPage } from './PullPage.tsx'

type PullDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly placeId: ChangePlaceId
  readonly projectId: ProjectId
  /** The open chat, whose agent gets the comments. */
  readonly sessionId: SessionId | null
  readonly toast: ShowToast
  readonly onClose: () => void
}

/** The pull request of the branch, or the form that creates one. */
export function PullDialog(props: PullDialogProps) {
  const t = useText()
  const { data, problem, reload } = useQuery('pulls.get', { placeId: props.placeId }, { keep: true })
  return (
    <Dialog
      open
      title={t('pulls.title')}
      {...(data === null ? {} : { hint: t('pulls.hint', nameOf(data)) })}
      onClose={props.onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-200"
    >
      <div className="grid min-h-40 content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : <Failure message={problem} onRetry={reload} />}
        {data === null && problem === null ? <Placeholder rows={6} /> : null}
        {data === null ? null : data.pull === null ? (
          <NewPull {...props} isPushed={data.isPushed} onCreated={reload} />
        ) : (
          <PullPage {...props} methods={data.methods} pull={data.pull} onChanged={reload} />
        )}
      </div>
    </Dialog>
  )
}

const nameOf = ({ repository, branch }: PullState) => ({ repository, branch })
