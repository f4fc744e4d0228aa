import type { Worktree } from '#shared/worktree/worktree.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

type RemoveWorktreeDialogProps = {
  readonly tree: Pick<Worktree, 'branch' | 'files' | 'commits'>
  readonly onClose: () => void
  readonly onRemove: () => void
}

/** Names what the removal of a worktree deletes and what it keeps. */
export function RemoveWorktreeDialog({ tree, onClose, onRemove }: RemoveWorktreeDialogProps) {
  const t = useText()
  const { branch, files, commits } = tree
  return (
    <Dialog open title={t('worktrees.confirm', { branch })} onClose={onClose}>
      <div className="grid gap-4 px-5 pb-5">
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {files === 0 ? null : (
            <li className="text-bad-fg">{t('worktrees.confirm.files', { count: files })}</li>
          )}
          {commits === 0 ? null : <li>{t('worktrees.confirm.commits', { count: commits })}</li>}
          <li>{t('worktrees.confirm.plain')}</li>
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('worktrees.cancel')}</Button>
          <Button look="danger" onClick={onRemove}>
            {t('worktrees.confirm.act')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
