import { lazy, Suspense } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import type { AppStore } from '../store/app-store.ts'

// Its limits come with schemas, which the first page does not load.
const AutofixDialog = lazy(async () => ({ default: (await import('./AutofixDialog.tsx')).AutofixDialog }))

/** An act on a pull request that asks the person questions first. */
export type PullWish = {
  readonly kind: 'autofix'
  readonly projectId: ProjectId
  readonly number: number
  /** `owner/name`, where it was typed. */
  readonly repository: string | null
}

type PullWishDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly wish: PullWish
  readonly onClose: () => void
}

/** The dialog of a wish. */
export function PullWishDialog({ wish, ...rest }: PullWishDialogProps) {
  const { projectId, number, repository } = wish
  return (
    <Suspense fallback={null}>
      <AutofixDialog {...rest} projectId={projectId} number={number} repository={repository} />
    </Suspense>
  )
}
