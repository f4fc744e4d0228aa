import { useId, useState } from 'react'
import type { BlobId } from '#shared/ids.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { StoredImage } from '../../../../approvals/StoredImage.tsx'
import { useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../../ui/base/bytes-text.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { breakable } from '../../../../ui/text/breakable.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import { useChat, useSession } from '../../chat-context.ts'
import { OutputParts } from './ToolOutput.tsx'
import { useStoredOutput } from './use-stored-output.ts'

type HandedFileProps = {
  readonly file: Extract<ToolDetails, { kind: 'file' }>
  /** The copy that the chat keeps. */
  readonly blobId: BlobId
}

/** A file an agent handed to the person: its name, kind and size, a preview, and the ways to take it. */
export function HandedFile({ file, blobId }: HandedFileProps) {
  const t = useText()
  const bytesText = useBytesText()
  const preview = useId()
  const [isShown, setShown] = useState(false)
  const { name, size, preview: kind } = file
  return (
    <section aria-label={t('handed.card', { name })} className="border-line border-t bg-raised">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-3">
        <Icon name="file" size="s" className="text-fg-3" />
        <span className="flex min-w-0 grow basis-40 items-baseline gap-2">
          <span className="min-w-0 truncate font-medium text-sm" title={file.path}>
            <ForeignText text={name} prose />
          </span>
          <span className="figures shrink-0 text-fg-3 text-xs">
            {t(`handed.kind.${kind}`)} · {bytesText(size)}
          </span>
        </span>
        {kind === 'text' ? (
          <Button
            size="small"
            look="ghost"
            aria-expanded={isShown}
            aria-controls={isShown ? preview : undefined}
            onClick={() => setShown(!isShown)}
          >
            {t('handed.preview')}
          </Button>
        ) : null}
        <HandedActs blobId={blobId} isOpenable={kind !== 'other'} />
      </div>
      {kind === 'picture' ? (
        <div className="px-3 pb-3">
          <StoredImage blobId={blobId} name={name} />
        </div>
      ) : null}
      {!isShown ? null : file.charset === undefined ? (
        <HandedText id={preview} blobId={blobId} />
      ) : (
        <DecodedText id={preview} blobId={blobId} />
      )}
    </section>
  )
}

type HandedActsProps = { readonly blobId: BlobId; readonly isOpenable: boolean }

function HandedActs({ blobId, isOpenable }: HandedActsProps) {
  const t = useText()
  const { api, app, toast } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  if (sessionId === null) return null
  const of = { sessionId, blobId }
  const save = async () => {
    const saved = await api.command('handed.save', of)
    if (saved === null) return
    toast?.({ mark: 'done', text: t('handed.saved', { name: saved.fileName }), seconds: 6 })
  }
  return (
    <span className="flex shrink-0 flex-wrap gap-1">
      {isOpenable ? (
        <Button size="small" onClick={() => app.attempt(api.command('handed.open', of))}>
          {t('handed.open')}
        </Button>
      ) : null}
      <Button size="small" onClick={() => app.attempt(save())}>
        {t('handed.save')}
      </Button>
      <Button size="small" look="ghost" onClick={() => app.attempt(api.command('handed.reveal', of))}>
        {t('handed.reveal')}
      </Button>
    </span>
  )
}

type TextProps = { readonly id: string; readonly blobId: BlobId }

/** The beginning of a text that is not UTF-8. */
function DecodedText({ id, blobId }: TextProps) {
  const t = useText()
  const sessionId = useSession((state) => state.sessionId)
  const read = useQuery('handed.text', sessionId === null ? null : { sessionId, blobId })
  return (
    <div id={id} className="px-3 pb-3">
      {read.problem === null ? null : <Failure message={read.problem} onRetry={read.reload} />}
      <TextWell text={read.data?.text ?? ''} />
      {read.data?.isCut === true ? <p className="text-fg-3 text-xs">{t('handed.cut')}</p> : null}
    </div>
  )
}

function TextWell({ text }: { readonly text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto plain-code text-fg-2 text-sm"
    >
      {breakable(text)}
    </pre>
  )
}

function HandedText({ id, blobId }: TextProps) {
  const stored = useStoredOutput(blobId, true, null)
  const { text, problem } = stored
  return (
    <div id={id} className="px-3 pb-3">
      {problem === null ? null : <p className="text-bad-fg text-xs">{problem}</p>}
      <TextWell text={text ?? ''} />
      {stored.parts > 1 ? <OutputParts stored={stored} /> : null}
    </div>
  )
}
