import { useId } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'

export type LastingScope = 'session' | 'project'

type VerdictsProps = {
  /** Whether an answer can hold for longer than this once. */
  readonly canLast: boolean
  readonly onAllow: (scope: 'once' | LastingScope) => void
  readonly onDeny: () => void
}

/** The four answers to a request, two by two. */
export function Verdicts({ canLast, onAllow, onDeny }: VerdictsProps) {
  const t = useText()
  const why = useId()
  const lasting = canLast ? {} : { disabled: true, title: t('chat.onlyOnce'), 'aria-describedby': why }
  return (
    <>
      {canLast ? null : (
        <p id={why} className="text-fg-3 text-xs">
          {t('chat.onlyOnce')}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] gap-2">
        <Button look="primary" aria-keyshortcuts="A" onClick={() => onAllow('once')}>
          {t('chat.allowOnce')}
        </Button>
        <Button {...lasting} aria-keyshortcuts="S" onClick={() => onAllow('session')}>
          {t('chat.allowSession')}
        </Button>
        <Button {...lasting} aria-keyshortcuts="P" className="px-1" onClick={() => onAllow('project')}>
          {t('chat.allowProject')}
        </Button>
        <Button look="danger" onClick={onDeny}>
          {t('chat.deny')}
        </Button>
      </div>
    </>
  )
}
