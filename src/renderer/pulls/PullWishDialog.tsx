import { lazy, Suspense } from 'react'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import type { AppStore } from '../store/app-store.ts'

// Its limits come with schemas, which the first page does not load.
const AutofixDialog = lazy(async () => ({ default: (await import('./AutofixDialog.tsx')).AutofixDialog }))

const CommitPushPrDialog = lazy(async () => ({
  default: (await import('./CommitPushPrDialog.tsx')).CommitPushPrDialog,
}))

/** An act on a pull request that asks the person questions first. */
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

type PullWishDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly wish: PullWish
  readonly onClose: () => void
}

/** The dialog of a wish. */
export function PullWishDialog({ wish, ...rest }: PullWishDialogProps) {
  return (
    <Suspense fallback={null}>
      {wish.kind === 'commit-push-pr' ? (
        <CommitPushPrDialog {...rest} projectId={wish.projectId} placeId={wish.placeId} />
      ) : (
        <AutofixDialog
          {...rest}
          projectId={wish.projectId}
          number={wish.number}
          repository={wish.repository}
        />
      )}
    </Suspense>
  )
}
