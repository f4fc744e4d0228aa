import { useState } from 'react'
import type { BranchList, DeletedBranch } from '#shared/changes/changes.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

/** The look of a branch that can be switched to. */
export const ROW =
  'flex min-h-8 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-sm enabled:hover:bg-hover disabled:text-fg-3'

type BranchRowProps = {
  readonly branch: BranchList['branches'][number]
  readonly isCurrent: boolean
  readonly busy: boolean
  /** The commits that a deletion would lose; null until it was wished for. */
  readonly unmerged: Extract<DeletedBranch, { kind: 'unmerged' }> | null
  readonly onSwitch: () => void
  readonly onRename: (to: string) => void
  /** `seen`: the commit whose loss was confirmed. */
  readonly onDelete: (seen: string | null) => void
  readonly onKeep: () => void
}

/** A branch of this computer, with its acts. */
export function BranchRow(props: BranchRowProps) {
  const { branch, isCurrent, busy, unmerged, onSwitch, onRename, onDelete } = props
  const t = useText()
  const dateText = useDateText()
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, at, isElsewhere } = branch
  const rename = {
    kind: 'action',
    id: 'rename',
    label: t('changes.branchRename'),
    disabled: busy,
    onSelect: () => setIsRenaming(true),
  } as const
  const remove = {
    kind: 'action',
    id: 'delete',
    label: t('changes.branchDelete'),
    danger: true,
    disabled: busy || isCurrent,
    onSelect: () => onDelete(null),
  } as const
  return (
    <li className="grid">
      <div className="flex items-center gap-1">
        <button
          type="button"
          disabled={busy || isElsewhere || isCurrent}
          aria-current={isCurrent}
          onClick={onSwitch}
          className={ROW}
        >
          <span className="min-w-0 grow truncate">
            <ForeignText text={name} />
          </span>
          <span className="figures text-fg-3 text-xs">
            {isCurrent
              ? t('changes.currentBranch')
              : isElsewhere
                ? t('changes.branchElsewhere')
                : dateText(at)}
          </span>
        </button>
        {isElsewhere ? null : (
          <Menu
            trigger={<IconButton icon="more" size="small" label={t('changes.branchMore', { name })} />}
            items={[rename, remove]}
          />
        )}
      </div>
      {isRenaming ? (
        <RenameForm
          name={name}
          busy={busy}
          onCancel={() => setIsRenaming(false)}
          onRename={(to) => {
            setIsRenaming(false)
            onRename(to)
          }}
        />
      ) : null}
      {unmerged === null ? null : <Unmerged {...props} unmerged={unmerged} />}
    </li>
  )
}

type RenameFormProps = {
  readonly name: string
  readonly busy: boolean
  readonly onRename: (to: string) => void
  readonly onCancel: () => void
}

function RenameForm({ name, busy, onRename, onCancel }: RenameFormProps) {
  const t = useText()
  const [to, setTo] = useState(name)
  const wanted = to.trim()
  return (
    <form
      className="flex gap-2 px-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== '' && wanted !== name) onRename(wanted)
      }}
    >
      <TextInput
        aria-label={t('changes.branchNewName', { name })}
        value={to}
        onText={setTo}
        mono
        autoFocus
        className="grow"
      />
      <Button size="small" onClick={onCancel}>
        {t('changes.cancel')}
      </Button>
      <Button size="small" type="submit" disabled={busy || wanted === '' || wanted === name}>
        {t('changes.branchRenameNow')}
      </Button>
    </form>
  )
}

type UnmergedProps = BranchRowProps & { readonly unmerged: NonNullable<BranchRowProps['unmerged']> }

function Unmerged({ unmerged: { name, commit, commits }, busy, onDelete, onKeep }: UnmergedProps) {
  const t = useText()
  return (
    <div role="alert" className="mx-2 mb-2 grid gap-2 rounded-md bg-warn-wash px-3 py-2 text-sm">
      <p>
        <ForeignText text={t('changes.branchUnmerged', { name, count: commits })} prose />
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" autoFocus onClick={onKeep}>
          {t('changes.cancel')}
        </Button>
        <Button size="small" look="danger" disabled={busy} onClick={() => onDelete(commit)}>
          <ForeignText text={t('changes.branchDeleteReally', { name })} prose />
        </Button>
      </div>
    </div>
  )
}
