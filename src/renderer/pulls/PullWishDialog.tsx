import { lazy, Suspense } from 'react'
import type { IssueWords } from '#shared/changes/issue-words.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import type { AppStore } from '../store/app-store.ts'

// Its limits come with schemas, which the first page does not load.
const AutofixDialog = lazy(async () => ({ default: (await import('./AutofixDialog.tsx')).AutofixDialog }))

const CommitPushPrDialog = lazy(async () => ({
  default: (await import('./CommitPushPrDialog.tsx')).CommitPushPrDialog,
}))

const IssueDialog = lazy(async () => ({ default: (await import('./IssueDialog.tsx')).IssueDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))
const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }))

/** An act on GitHub or GitLab that asks the person questions first. */
export type PullWish =
  | {
      readonly kind: 'autofix'
      readonly projectId: ProjectId
      readonly number: number
      /** `owner/name`, where it was typed. */
      readonly repository: string | null
    }
  /** Commit, push, create. */
  | { readonly kind: 'commit-push-pr'; readonly projectId: ProjectId; readonly placeId: ChangePlaceId }
  | {
      readonly kind: 'issue'
      readonly projectId: ProjectId
      readonly sessionId: SessionId | null
      readonly typed: IssueWords
    }
  | {
      readonly kind: 'share'
      readonly sessionId: SessionId
      readonly isPublic: boolean
      readonly isSummary: boolean
    }
  | {
      readonly kind: 'review'
      readonly projectId: ProjectId
      readonly placeId: ChangePlaceId
      readonly sessionId: SessionId | null
      /** Null for the checked out branch. */
      readonly number: number | null
    }

type PullWishDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly wish: PullWish
  readonly onClose: () => void
}

/** The dialog of a wish. */
export function PullWishDialog(props: PullWishDialogProps) {
  return (
    <Suspense fallback={null}>
      <WishDialog {...props} />
    </Suspense>
  )
}

function WishDialog({ wish, api, app, onClose }: PullWishDialogProps) {
  const rest = { api, onClose }
  switch (wish.kind) {
    case 'commit-push-pr':
      return <CommitPushPrDialog {...rest} projectId={wish.projectId} placeId={wish.placeId} />
    case 'issue':
      return (
        <IssueDialog {...rest} projectId={wish.projectId} sessionId={wish.sessionId} typed={wish.typed} />
      )
    case 'share':
      return (
        <ShareDialog
          {...rest}
          sessionId={wish.sessionId}
          isPublic={wish.isPublic}
          isSummary={wish.isSummary}
        />
      )
    case 'review':
      return (
        <ReviewDialog
          {...rest}
          app={app}
          projectId={wish.projectId}
          placeId={wish.placeId}
          sessionId={wish.sessionId}
          number={wish.number}
        />
      )
    case 'autofix':
      return (
        <AutofixDialog
          {...rest}
          app={app}
          projectId={wish.projectId}
          number={wish.number}
          repository={wish.repository}
        />
      )
  }
}
