import { useState } from 'react'
import type { BranchList, DeletedBranch } from '#shared/changes/changes.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { BranchRow, ROW } from './BranchRow.tsx'

type BranchDialogProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly toast: ShowToast
  readonly onClose: () => void
  /** Called when another branch is checked out, or the current one has another name. */
  readonly onSwitched: () => void
}

/** Lists the branches here and on remotes. Switches to one, creates, renames and deletes one. */
export function BranchDialog({ api, placeId, toast, onClose, onSwitched }: BranchDialogProps) {
  const t = useText()
  const [words, setWords] = useState('')
  const list = useQuery('changes.branches', { placeId })
  const acts = useBranchActs({ api, placeId, onSwitched, reload: list.reload })
  const { busy, problem, undo, run } = acts
  const name = words.trim()
  const branches = (list.data?.branches ?? []).filter((branch) => branch.name.includes(name))
  const remotes = onlyRemote(list.data).filter((branch) => branch.name.includes(name))
  const isNew = name !== '' && !branches.some((branch) => branch.name === name)
  /** An act of the dialog can be undone for a while after it is closed. */
  const close = () => {
    if (undo !== null) {
      const action = { label: t('changes.undo'), onAct: () => run(undo.act) }
      toast({ mark: 'done', text: undo.said, action, seconds: 30 })
    }
    onClose()
  }
  const go = (act: () => Promise<unknown>) =>
    run(async () => {
      await act()
      onSwitched()
      close()
    })
  const switchTo = (to: string, create: boolean) =>
    go(() => api.command('changes.switch', { placeId, name: to, create }))
  return (
    <Dialog open title={t('changes.branches')} hint={t('changes.branchesHint')} onClose={close}>
      <div className="grid min-h-0 gap-2 overflow-hidden px-5 pb-4">
        <TextInput
          aria-label={t('changes.branchName')}
          placeholder={t('changes.branchName')}
          value={words}
          onText={setWords}
          autoFocus
        />
        <div aria-live="polite" className="empty:hidden">
          {problem === null && list.problem === null ? null : (
            <FieldError>{problem ?? list.problem}</FieldError>
          )}
        </div>
        {undo === null ? null : (
          <Banner
            look="plain"
            action={
              <Button size="small" disabled={busy} onClick={() => run(undo.act)}>
                {t('changes.undo')}
              </Button>
            }
          >
            {undo.said}
          </Banner>
        )}
        {isNew ? (
          <Button disabled={busy} onClick={() => switchTo(name, true)}>
            {t('changes.createBranch', { name })}
          </Button>
        ) : null}
        <div className="grid max-h-80 content-start overflow-auto">
          <ul aria-label={t('changes.branches')} className="grid">
            {branches.map((branch) => (
              <BranchRow
                key={branch.name}
                branch={branch}
                isCurrent={branch.name === list.data?.current}
                busy={busy}
                unmerged={acts.unmerged?.name === branch.name ? acts.unmerged : null}
                onSwitch={() => switchTo(branch.name, false)}
                onRename={(to) => acts.rename(branch.name, to)}
                onDelete={(seen) => acts.remove(branch.name, seen)}
                onKeep={acts.keep}
              />
            ))}
          </ul>
          {remotes.length === 0 ? null : (
            <RemoteList
              remotes={remotes}
              busy={busy}
              onTrack={(remote) => go(() => api.command('changes.track', { placeId, remote }))}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Returns the branches of remotes that no branch here follows. */
function onlyRemote(list: BranchList | null): BranchList['remotes'] {
  const followed = new Set(list?.branches.map(({ upstream }) => upstream))
  return (list?.remotes ?? []).filter(({ name }) => !followed.has(name))
}

type RemoteListProps = {
  readonly remotes: BranchList['remotes']
  readonly busy: boolean
  readonly onTrack: (remote: string) => void
}

function RemoteList({ remotes, busy, onTrack }: RemoteListProps) {
  const t = useText()
  const dateText = useDateText()
  return (
    <>
      <h3 className="px-2 pt-2 pb-1 font-medium text-fg-2 text-xs">{t('changes.remoteBranches')}</h3>
      <ul aria-label={t('changes.remoteBranches')} className="grid">
        {remotes.map(({ name, at }) => (
          <li key={name}>
            <button type="button" disabled={busy} onClick={() => onTrack(name)} className={ROW}>
              <span className="min-w-0 grow truncate">
                <ForeignText text={name} />
              </span>
              <span className="figures text-fg-3 text-xs">{dateText(at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type Undo = { readonly said: string; readonly act: () => Promise<unknown> }

type ActsProps = Pick<BranchDialogProps, 'api' | 'placeId' | 'onSwitched'> & {
  readonly reload: () => void
}

function useBranchActs({ api, placeId, onSwitched, reload }: ActsProps) {
  const t = useText()
  const say = useProblemWords()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [unmerged, setUnmerged] = useState<Extract<DeletedBranch, { kind: 'unmerged' }> | null>(null)
  const [undo, setUndo] = useState<Undo | null>(null)
  const run = (act: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    setUndo(null)
    act()
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => {
        setBusy(false)
        reload()
      })
  }
  const rename = (name: string, to: string) =>
    run(async () => {
      await api.command('changes.renameBranch', { placeId, name, to })
      onSwitched()
      const back = async () => {
        await api.command('changes.renameBranch', { placeId, name: to, to: name })
        onSwitched()
      }
      setUndo({ said: t('changes.branchRenamed', { name, to }), act: back })
    })
  const remove = (name: string, seen: string | null) =>
    run(async () => {
      const deleted = await api.command('changes.deleteBranch', { placeId, name, seen })
      if (deleted.kind === 'unmerged') return setUnmerged(deleted)
      setUnmerged(null)
      const { commit, upstream } = deleted
      const back = () => api.command('changes.restoreBranch', { placeId, name, commit, upstream })
      setUndo({ said: t('changes.branchDeleted', { name }), act: back })
    })
  return { busy, problem, unmerged, undo, run, rename, remove, keep: () => setUnmerged(null) }
}
