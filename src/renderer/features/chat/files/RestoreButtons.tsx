import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import type { RestoreRequest } from './files-request.ts'

type RestoreButtonsProps = {
  readonly request: RestoreRequest
  readonly count: number
  readonly busy: boolean
  readonly onCancel: () => void
  /** Goes back or forward in the conversation, or asks again, and leaves the files as they are. */
  readonly onMoveOnly: () => void
  readonly onRestore: () => void
}

/** The end of the preview: what is about to happen, in the words of the button. */
export function RestoreButtons({
  request,
  count,
  busy,
  onCancel,
  onMoveOnly,
  onRestore,
}: RestoreButtonsProps) {
  const t = useText()
  const { together, direction } = request
  const isOff = busy || count === 0
  const moves = together?.with === 'rewind' || together?.with === 'forward' || together?.with === 'again'
  const words = moves
    ? (`files.${together.with}With` as const)
    : together?.with === 'resend'
      ? 'files.alongChoose'
      : direction === 'undo'
        ? 'files.doUndo'
        : 'files.doRedo'
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="ghost" onClick={onCancel}>
        {t('files.cancel')}
      </Button>
      {moves ? (
        <Button disabled={busy} onClick={onMoveOnly}>
          {t(together.with === 'again' ? 'files.againOnly' : 'files.rewindOnly')}
        </Button>
      ) : null}
      <Button
        autoFocus
        look="primary"
        // Keeps the focus while disabled, so that Tab continues from here.
        aria-disabled={isOff}
        className={isOff ? 'opacity-50' : ''}
        onClick={() => {
          if (!isOff) onRestore()
        }}
      >
        {t(words, { count })}
      </Button>
    </div>
  )
}
