import { useState } from 'react'
import type { Stash } from '#shared/changes/history.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { spelledText } from '../../../ui/text/foreign-text.ts'
import { StashContent } from './StashContent.tsx'
import { StashFiles } from './StashFiles.tsx'

type StashDialogProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly toast: ShowToast
  readonly onClose: () => void
  /** Called when files of the project changed. */
  readonly onChanged: () => void
}

/** The stashes: puts changes away, applies a stash, and drops one after a confirmation. */
export function StashDialog({ api, placeId, toast, onClose, onChanged }: StashDialogProps) {
  const t = useText()
  const say = useProblemWords()
  const [message, setMessage] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string> | null>(null)
  const [dropping, setDropping] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const list = useQuery('changes.stashes', { placeId })
  const changed = useQuery('changes.list', { placeId, scope: 'uncommitted' }, { keep: true })
  const files = changed.data?.files ?? []
  const paths = left === null ? null : files.map(({ path }) => path).filter((path) => !left.has(path))
  const run = (act: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    act()
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => {
        setBusy(false)
        list.reload()
        changed.reload()
        onChanged()
      })
  }
  const drop = ({ id, message: words }: Stash) =>
    run(async () => {
      setDropping(null)
      await api.command('changes.dropStash', { placeId, id })
      const onAct = () => run(() => api.command('changes.keepStash', { placeId, id, message: words }))
      toast({
        mark: 'done',
        text: t('changes.stashDropped'),
        action: { label: t('changes.undo'), onAct },
        seconds: 20,
      })
    })
  return (
    <Dialog
      open
      title={t('changes.stashes')}
      hint={t('changes.stashesHint')}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-200"
    >
      <div className="grid min-h-0 gap-3 overflow-hidden px-5 pt-1 pb-5">
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            run(async () => {
              await api.command('changes.stash', { placeId, message: message.trim(), paths })
              setMessage('')
              setLeft(null)
            })
          }}
        >
          <TextInput
            aria-label={t('changes.stashMessage')}
            placeholder={t('changes.stashMessage')}
            value={message}
            onText={setMessage}
            className="grow"
          />
          <Button
            aria-pressed={left !== null}
            disabled={busy || files.length === 0}
            onClick={() => setLeft(left === null ? new Set() : null)}
          >
            {t('changes.stashChoose')}
          </Button>
          <Button type="submit" disabled={busy || paths?.length === 0}>
            {paths === null ? t('changes.stashAll') : t('changes.stashChosen', { count: paths.length })}
          </Button>
        </form>
        {left === null ? null : <StashFiles files={files} left={left} onLeft={setLeft} />}
        <div aria-live="polite" className="empty:hidden">
          {problem === null && list.problem === null ? null : (
            <FieldError>{problem ?? list.problem}</FieldError>
          )}
        </div>
        {list.data === null && list.problem === null ? <Placeholder rows={3} /> : null}
        {list.data?.length === 0 ? <p className="text-fg-3 text-sm">{t('changes.noStashes')}</p> : null}
        <ul aria-label={t('changes.stashes')} className="grid max-h-[50vh] content-start gap-1 overflow-auto">
          {list.data?.map((stash) => (
            <StashRow
              key={stash.id}
              placeId={placeId}
              stash={stash}
              busy={busy}
              isDropping={dropping === stash.id}
              onApply={() => run(() => api.command('changes.applyStash', { placeId, id: stash.id }))}
              onDrop={() => (dropping === stash.id ? drop(stash) : setDropping(stash.id))}
              onKeep={() => setDropping(null)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type StashRowProps = {
  readonly placeId: ChangePlaceId
  readonly stash: Stash
  readonly busy: boolean
  readonly isDropping: boolean
  readonly onApply: () => void
  readonly onDrop: () => void
  readonly onKeep: () => void
}

function StashRow({ placeId, stash, busy, isDropping, onApply, onDrop, onKeep }: StashRowProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const dateText = useDateText()
  return (
    <li className="grid gap-1">
      <div className="flex min-h-9 items-center gap-2 text-sm">
        <IconButton
          icon={isOpen ? 'down' : 'right'}
          size="small"
          label={t('changes.stashShow')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <span className="min-w-0 grow truncate" title={spelledText(stash.message, { prose: true })}>
          <ForeignText text={stash.message} prose />
        </span>
        <span className="figures shrink-0 text-fg-3 text-xs">{dateText(stash.at)}</span>
        {isDropping ? (
          <Button size="small" onClick={onKeep}>
            {t('changes.stashKeep')}
          </Button>
        ) : (
          <Button size="small" disabled={busy} onClick={onApply}>
            {t('changes.stashApply')}
          </Button>
        )}
        <Button size="small" look="danger" disabled={busy} onClick={onDrop}>
          {t(isDropping ? 'changes.stashDropReally' : 'changes.stashDrop')}
        </Button>
      </div>
      {isOpen ? <StashContent placeId={placeId} stash={stash} /> : null}
    </li>
  )
}
