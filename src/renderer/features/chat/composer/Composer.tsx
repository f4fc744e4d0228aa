import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { ModelPicker } from '../../../models/ModelPicker.tsx'
import { PullWishDialog } from '../../../pulls/PullWishDialog.tsx'
import { EMPTY_DRAFT } from '../../../store/draft-store.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import type { DraggedPlace } from '../../../ui/drag/dragged-place.ts'
import { useChat } from '../chat-context.ts'
import { CommandResultCard } from '../commands/results/CommandResultCard.tsx'
import { ContextsDialog } from '../contexts/ContextsDialog.tsx'
import { Attachments } from './Attachments.tsx'
import {
  fitting,
  isLongPaste,
  type LeftOut,
  pastedFiles,
  readAttached,
  textAttachment,
  withMention,
} from './attached-files.ts'
import { CoordinatorMark } from './CoordinatorMark.tsx'
import { type ComposerAct, mainAct } from './composer-keys.ts'
import type { ComposerTarget } from './composer-target.ts'
import { DropTarget, useDropTarget } from './DropTarget.tsx'
import { FolderChips } from './FolderChips.tsx'
import { MessageBox } from './MessageBox.tsx'
import { FreshResources } from './mentions/FreshResources.tsx'
import { Pickers } from './Pickers.tsx'
import { QuoteButton } from './QuoteButton.tsx'
import { useSending } from './sending.ts'
import { useAgents } from './use-agents.ts'

/** The message box. During a run, messages steer it or wait in the queue. */
export function Composer({ target }: { target: ComposerTarget }) {
  const t = useText()
  const { api, app, drafts } = useChat()
  const draft = useStore(drafts.store, (all) => all[target.key] ?? EMPTY_DRAFT)
  const { act, sending, stopping, problem, shown, show, dismiss } = useSending(target)
  const { addFiles, addPlace, attach, leftOut } = useAttaching(target)
  const agents = useAgents(target.projectId)
  const running = target.runId !== null
  const carrying = target.sessionId === null ? {} : { onContexts: () => show({ kind: 'contexts' }) }
  const where = { running, isTended: target.isTended }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act(mainAct(where))
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData)
    const words = event.clipboardData.getData('text/plain')
    if (files.length === 0 && !isLongPaste(words)) return
    event.preventDefault()
    if (files.length > 0) addFiles(files)
    else attach([textAttachment(words, t('chat.pasted'), 'paste')])
  }
  const { over, ...drops } = useDropTarget({ onFiles: addFiles, onPlace: addPlace })
  return (
    <form
      aria-label={t('chat.composer')}
      onSubmit={submit}
      data-message-box
      {...drops}
      className="relative rounded-lg bg-raised shadow-card inset-ring inset-ring-line-strong focus-within:inset-ring-focus"
    >
      {over ? <DropTarget /> : null}
      <CoordinatorMark target={target} agents={agents} />
      {shown === null ||
      shown.kind === 'models' ||
      shown.kind === 'contexts' ||
      shown.kind === 'pull' ? null : (
        <CommandResultCard
          result={shown}
          target={target}
          onClose={dismiss}
          onSaid={(text) => show({ kind: 'said', text })}
        />
      )}
      {shown?.kind === 'models' ? (
        <ModelPicker
          api={api}
          app={app}
          {...carrying}
          open
          chosen={target.model}
          onChoose={target.setModel}
          onClose={dismiss}
        />
      ) : null}
      {shown?.kind === 'contexts' && target.sessionId !== null ? (
        <ContextsDialog target={target} sessionId={target.sessionId} agents={agents} onClose={dismiss} />
      ) : null}
      {shown?.kind === 'pull' ? (
        <PullWishDialog api={api} app={app} wish={shown.wish} onClose={dismiss} />
      ) : null}
      <FolderChips target={target} />
      <FreshResources draftKey={target.key} projectId={target.projectId} />
      <Attachments draftKey={target.key} files={draft.files} leftOut={leftOut} />
      <MessageBox
        target={target}
        text={draft.text}
        attached={draft.files.length > 0}
        running={running}
        onAct={act}
        where={where}
        onPaste={onPaste}
        attach={attach}
      />
      {problem === null ? null : (
        <p role="alert" className="px-3 pb-1 text-bad-fg text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1 px-2 pt-1 pb-2">
        <AttachButton onFiles={addFiles} />
        <Pickers target={target} agents={agents} {...carrying} />
        <span className="grow" />
        <QuoteButton
          onQuote={(words) =>
            attach([textAttachment(words, t('chat.quoted', { words: words.slice(0, 40) }), 'quote')])
          }
        />
        <Acts where={where} disabled={sending} stopping={stopping} onAct={act} />
      </div>
    </form>
  )
}

type ActsProps = {
  readonly where: Parameters<typeof mainAct>[0]
  readonly disabled: boolean
  readonly stopping: boolean
  readonly onAct: (act: ComposerAct) => void
}

function Acts({ where, disabled, stopping, onAct }: ActsProps) {
  const t = useText()
  const main = mainAct(where)
  if (!where.running) {
    return (
      <Button type="submit" look="primary" size="small" disabled={disabled} aria-keyshortcuts="Enter">
        {t('chat.send')} <Kbd keys={['Enter']} onInk />
      </Button>
    )
  }
  return (
    <>
      <Button
        size="small"
        look="ghost"
        disabled={stopping}
        onClick={() => onAct('stop')}
        aria-keyshortcuts="Escape"
      >
        <Icon name="stop-fill" size="s" />
        {stopping ? t('chat.stopping') : t('chat.stop')}
      </Button>
      {main === 'queue' ? null : (
        <Button size="small" disabled={disabled} onClick={() => onAct('queue')} aria-keyshortcuts="Alt+Enter">
          {t('chat.queue')} <Kbd keys={['Alt', 'Enter']} />
        </Button>
      )}
      <Button type="submit" look="primary" size="small" disabled={disabled} aria-keyshortcuts="Enter">
        {main === 'queue' ? t('chat.queue') : t('chat.steer')} <Kbd keys={['Enter']} onInk />
      </Button>
    </>
  )
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton icon="clip" size="small" label={t('chat.attach')} onClick={() => input.current?.click()} />
    </>
  )
}

const NOTHING_LEFT_OUT: LeftOut = { refused: [], surplus: [] }

function useAttaching(target: ComposerTarget) {
  const { drafts, app } = useChat()
  const [last, setLast] = useState<LeftOut & { readonly key: string }>({ key: '', ...NOTHING_LEFT_OUT })
  const attach = (added: readonly FileInput[], refused: readonly string[] = []) => {
    const { files, surplus } = fitting(drafts.of(target.key).files, added)
    drafts.setFiles(target.key, files)
    setLast({ key: target.key, refused, surplus })
  }
  const addFiles = (chosen: readonly File[]) => {
    app.attempt(readAttached(chosen).then(({ files, refused }) => attach(files, refused)))
  }
  const addPlace = ({ path, lines }: DraggedPlace) => {
    if (lines !== null) return attach([textAttachment(lines.text, lines.name, 'file')])
    drafts.setText(target.key, withMention(drafts.of(target.key).text, path))
  }
  // What was refused in one chat is no news in another.
  return { addFiles, addPlace, attach, leftOut: last.key === target.key ? last : NOTHING_LEFT_OUT }
}
