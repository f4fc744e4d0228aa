import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { AppAsk } from './app-host.ts'

type AppAskBarProps = {
  readonly server: string
  readonly ask: AppAsk
  readonly onAnswer: (isAllowed: boolean) => void
}

/** Asks before a view calls a tool or opens an address. It never takes the focus. */
export function AppAskBar({ server, ask, onAnswer }: AppAskBarProps) {
  const t = useText()
  const isLink = ask.kind === 'link'
  const question = isLink ? t('mcpapp.askLink', { server }) : t('mcpapp.askCall', { server, tool: ask.tool })
  return (
    <div
      role="alertdialog"
      aria-label={question}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-line border-b bg-warn-wash px-3 py-2 text-sm"
    >
      <span className="min-w-0 break-words">
        <ForeignText text={question} prose />
      </span>
      <span className="flex gap-2">
        <Button size="small" onClick={() => onAnswer(true)}>
          {isLink ? t('mcpapp.openLink', { host: ask.host }) : t('mcpapp.allowCall')}
        </Button>
        <Button size="small" look="ghost" onClick={() => onAnswer(false)}>
          {t('mcpapp.deny')}
        </Button>
      </span>
      <pre className="plain-code col-span-2 max-h-40 overflow-auto whitespace-pre-wrap break-all text-fg-2 text-xs">
        <ForeignText text={isLink ? ask.url : ask.args} lines={!isLink} />
      </pre>
    </div>
  )
}
