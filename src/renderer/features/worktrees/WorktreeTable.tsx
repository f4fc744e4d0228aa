import type { Worktree } from '#shared/worktree/worktree.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useBytesText } from '../../ui/base/bytes-text.ts'
import { useAgo } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import type { WorktreeActs } from './use-acts.ts'

type WorktreeTableProps = {
  readonly trees: readonly Worktree[]
  readonly acts: WorktreeActs
  readonly onRemove: (tree: Worktree) => void
  readonly onCompare: (tree: Worktree) => void
}

/** The worktrees of a project as a table. */
export function WorktreeTable({ trees, acts, onRemove, onCompare }: WorktreeTableProps) {
  const t = useText()
  return (
    <table aria-label={t('shell.worktrees')} className="w-full text-sm">
      <thead className="text-fg-3 text-xs">
        <tr className="h-8 border-line border-b text-left [&>th]:px-2 [&>th]:font-normal">
          <th scope="col" className="pl-4!">
            {t('worktrees.column.branch')}
          </th>
          <th scope="col">{t('worktrees.column.state')}</th>
          <th scope="col">{t('worktrees.column.users')}</th>
          <th scope="col" className="text-right max-medium:hidden">
            {t('worktrees.column.disk')}
          </th>
          <th scope="col" className="pr-4! text-right">
            {t('worktrees.column.acts')}
          </th>
        </tr>
      </thead>
      <tbody>
        {trees.map((tree) => (
          <Row
            key={tree.id}
            tree={tree}
            acts={acts}
            onRemove={() => onRemove(tree)}
            onCompare={
              tree.state !== 'missing' && trees.some(({ id, state }) => id !== tree.id && state !== 'missing')
                ? () => onCompare(tree)
                : null
            }
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  readonly tree: Worktree
  readonly acts: WorktreeActs
  readonly onRemove: () => void
  /** Null where no other worktree can be compared. */
  readonly onCompare: (() => void) | null
}

function Row({ tree, acts, onRemove, onCompare }: RowProps) {
  const t = useText()
  const ago = useAgo()
  const bytesText = useBytesText()
  const { branch, baseBranch, createdAt, bytes } = tree
  return (
    <tr className="border-line border-b align-top hover:bg-hover [&>td]:px-2 [&>td]:py-2.5">
      <td className="max-w-72 pl-4!">
        <span className="block truncate font-medium" title={tree.path}>
          <ForeignText text={branch} />
        </span>
        <span className="block truncate text-fg-3 text-xs">
          {baseBranch === null ? null : `${t('worktrees.from', { base: baseBranch })} · `}
          {ago(createdAt)}
        </span>
        <SetupNotes tree={tree} />
      </td>
      <td>
        <StateText tree={tree} />
      </td>
      <td>
        <Users tree={tree} onOpen={acts.open} />
      </td>
      <td className="figures whitespace-nowrap text-right max-medium:hidden">
        {bytes === null ? t('worktrees.manyFiles') : bytesText(bytes)}
      </td>
      <td className="pr-4!">
        <div className="flex flex-wrap justify-end gap-1">
          {onCompare === null ? null : (
            <Button size="small" aria-label={t('worktrees.compareOf', { branch })} onClick={onCompare}>
              {t('worktrees.compare')}
            </Button>
          )}
          <Button
            size="small"
            disabled={tree.commits === 0 || tree.state === 'missing'}
            aria-label={t('worktrees.mergeOf', { branch })}
            onClick={() => acts.merge(tree)}
          >
            {t('worktrees.merge')}
          </Button>
          <Button
            size="small"
            disabled={tree.state === 'missing' || (tree.files === 0 && tree.commits === 0)}
            aria-label={t('worktrees.applyOf', { branch })}
            onClick={() => acts.apply(tree)}
          >
            {t('worktrees.apply')}
          </Button>
          <Button
            size="small"
            look="danger"
            aria-label={t('worktrees.removeOf', { branch })}
            onClick={onRemove}
          >
            {t('worktrees.remove')}
          </Button>
        </div>
      </td>
    </tr>
  )
}

function SetupNotes({ tree: { linked, cloned, copied, setup } }: { readonly tree: Worktree }) {
  const t = useText()
  const notes = [
    ...(linked.length === 0 ? [] : [t('worktrees.linked', { folders: linked.join(', ') })]),
    ...(cloned.length === 0 ? [] : [t('worktrees.cloned', { folders: cloned.join(', ') })]),
    ...(copied.length === 0 ? [] : [t('worktrees.copied', { files: copied.join(', ') })]),
    ...(setup.length === 0 ? [] : [t('worktrees.setup', { commands: setup.join('; ') })]),
  ]
  return notes.map((note) => (
    <span key={note} title={note} className="block truncate text-fg-3 text-xs">
      {note}
    </span>
  ))
}

function StateText({ tree: { state, files, commits } }: { readonly tree: Worktree }) {
  const t = useText()
  const mark = state === 'missing' || state === 'unknown' ? 'fail' : state === 'changed' ? 'wait' : 'done'
  const text =
    state === 'changed' ? t('worktrees.state.changed', { count: files }) : t(`worktrees.state.${state}`)
  return (
    <>
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Mark state={mark} />
        {text}
      </span>
      <span className="block text-fg-3 text-xs">
        {commits === 0 ? t('worktrees.merged') : t('worktrees.commits', { count: commits })}
      </span>
    </>
  )
}

function Users({ tree, onOpen }: { readonly tree: Worktree; readonly onOpen: WorktreeActs['open'] }) {
  const t = useText()
  if (tree.users.length === 0) return <span className="text-fg-3">{t('worktrees.noUsers')}</span>
  return (
    <ul className="grid gap-1">
      {tree.users.map(({ sessionId, title, isChat, isRunning }) => (
        <li key={sessionId} className="flex min-w-0 items-center gap-2">
          {isRunning ? <Mark state="run" label={t('worktrees.running')} /> : null}
          {isChat ? (
            <button
              type="button"
              onClick={() => onOpen(sessionId)}
              className="truncate rounded-sm text-left underline decoration-line-2 hover:text-accent-fg"
            >
              {title}
            </button>
          ) : (
            <span className="truncate text-fg-2">{title}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
