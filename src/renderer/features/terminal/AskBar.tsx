import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import type { TerminalAsk } from './terminal-ask.ts'

type AskBarProps = { readonly ask: TerminalAsk; readonly onAnswer: (isAllowed: boolean) => void }

/** Asks before a link opens or a program writes to the clipboard. It never takes the focus. */
export function AskBar({ ask, onAnswer }: AskBarProps) {
  const t = useText()
  const isLink = ask.kind === 'link'
  const question = isLink ? t('terminal.askLink') : t('terminal.askClipboard', { count: ask.text.length })
  return (
    <div
      role="alertdialog"
      aria-label={question}
      className="flex min-h-9 shrink-0 items-center gap-2 border-line border-b bg-warn-wash px-4 py-1 text-sm"
    >
      <span className="shrink-0">{question}</span>
      <span className="plain-code min-w-0 grow truncate text-fg-2" title={isLink ? ask.url : ask.text}>
        <ForeignText text={isLink ? ask.url : ask.text.slice(0, 200)} />
      </span>
      <Button size="small" onClick={() => onAnswer(true)}>
        {isLink ? t('terminal.openLink') : t('terminal.allowClipboard')}
      </Button>
      <Button size="small" look="ghost" onClick={() => onAnswer(false)}>
        {t('terminal.refuse')}
      </Button>
    </div>
  )
}
