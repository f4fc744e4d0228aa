import { useText } from '../../../../messages/TextProvider.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import type { ComposerTarget } from '../../composer/composer-target.ts'
import { EffortPanel } from '../../effort/EffortPanel.tsx'
import type { CommandResult } from '../run-chat-command.ts'
import { CallsView } from './CallsView.tsx'
import { HelpView } from './HelpView.tsx'
import { SideQueryView } from './SideQueryView.tsx'
import { StatusLineDraftView } from './StatusLineDraftView.tsx'
import { StoreAnswerView } from './StoreAnswerView.tsx'

type CommandResultCardProps = {
  readonly result: Exclude<CommandResult, { readonly kind: 'models' | 'contexts' | 'pull' }>
  readonly target: ComposerTarget
  readonly onClose: () => void
  /** Shows a sentence instead. */
  readonly onSaid: (text: string) => void
}

/** The answer of a command, above the message box. No model reads it, and closing it leaves nothing behind. */
export function CommandResultCard({ result, target, onClose, onSaid }: CommandResultCardProps) {
  const t = useText()
  const title = result.kind === 'store' ? t('commands.stores') : t(`commands.${result.kind}.title`)
  return (
    <section aria-label={title} className="border-line border-b">
      <header className="flex items-center gap-2 px-3 pt-2">
        <h3 className="grow font-semibold text-fg-2 text-sm">{title}</h3>
        <IconButton icon="x" size="small" label={t('commands.close')} onClick={onClose} />
      </header>
      <div role="status" className="max-h-[min(40vh,22rem)] overflow-y-auto px-3 pb-3 text-sm">
        {result.kind === 'effort' ? (
          <EffortPanel target={target} onClose={onClose} onSaid={onSaid} />
        ) : result.kind === 'help' ? (
          <HelpView />
        ) : result.kind === 'status-line' ? (
          <StatusLineDraftView
            key={result.wish}
            wish={result.wish}
            projectId={result.projectId}
            onClose={onClose}
            onSaid={onSaid}
          />
        ) : result.kind === 'calls' ? (
          <CallsView calls={result.calls} />
        ) : result.kind === 'rows' ? (
          <dl className="grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-4 gap-y-0.5">
            {result.rows.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-fg-2">{name}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        ) : result.kind === 'said' || result.kind === 'answer' ? (
          <p>{result.text}</p>
        ) : result.kind === 'store' ? (
          <StoreAnswerView answer={result.answer} />
        ) : (
          <SideQueryView
            part={result.kind === 'summary' ? 'summary' : 'line'}
            sessionId={result.sessionId}
            recap={result.recap}
          />
        )}
      </div>
    </section>
  )
}
