import type { McpMessage } from '#shared/mcp/inspector.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../../ui/base/bytes-text.ts'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { useExactTimeText } from '../../../../ui/base/time.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import { PlainText } from '../../../../ui/text/PlainText.tsx'
import type { SettingsProps } from '../../settings-props.ts'
import { type InspectorPane, inLines, targetOf } from './inspector-view.ts'

type MessagePaneProps = Pick<SettingsProps, 'api'> & {
  readonly server: Pick<McpServerListing, 'key' | 'projectId'>
  readonly id: number
  readonly onPane: (pane: InspectorPane) => void
}

/** A stored message with its counterpart: the request first, then the answer. */
export function MessagePane({ server, id, onPane }: MessagePaneProps) {
  const t = useText()
  const { key, projectId } = server
  const asked = useQuery('mcp.message', { projectId, key, id })
  if (asked.problem !== null) return <Failure message={asked.problem} onRetry={asked.reload} />
  if (asked.state === 'loading') return <Placeholder rows={6} />
  if (asked.data === null) {
    return <p className="text-fg-2 text-sm">{t('settings.mcp.inspect.gone')}</p>
  }
  const { message, other } = asked.data
  const parts = other === null ? [message] : message.id < other.id ? [message, other] : [other, message]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      {parts.map((part) => (
        <MessagePart key={part.id} message={part} onEdit={(target) => onPane({ kind: 'try', target })} />
      ))}
    </div>
  )
}

type MessagePartProps = {
  readonly message: McpMessage
  readonly onEdit: (target: NonNullable<ReturnType<typeof targetOf>>) => void
}

function MessagePart({ message, onEdit }: MessagePartProps) {
  const t = useText()
  const time = useExactTimeText()
  const bytes = useBytesText()
  const numbers = useNumbers()
  const { kind, method, at, size, tookMs, failed, body, summary } = message
  const target = targetOf(message)
  const text = body === null ? null : inLines(body)
  const facts = [
    time(at),
    ...(size === 0 ? [] : [bytes(size)]),
    ...(tookMs === null ? [] : [numbers.took(tookMs)]),
  ]
  return (
    <section aria-label={t(`settings.mcp.inspect.part.${kind}`)} className="grid gap-2">
      <header className="flex min-w-0 items-center gap-2">
        {failed ? <Mark state="fail" label={t('settings.mcp.inspect.failed')} /> : null}
        <h3 className="font-semibold text-sm">{t(`settings.mcp.inspect.part.${kind}`)}</h3>
        <span className="min-w-0 truncate plain-code text-fg-2 text-xs">
          <ForeignText text={method} />
        </span>
        <span className="grow" />
        {target === null ? null : (
          <Button size="small" icon="edit" onClick={() => onEdit(target)}>
            {t('settings.mcp.inspect.edit')}
          </Button>
        )}
        {text === null ? null : <CopyButton text={text} label={t('settings.mcp.inspect.copy')} />}
      </header>
      <p className="figures text-fg-3 text-xs">{facts.join(t('settings.mcp.gap'))}</p>
      {text === null ? (
        <>
          {kind === 'http' || kind === 'dropped' ? null : (
            <p className="text-fg-2 text-sm">{t('settings.mcp.inspect.tooLarge')}</p>
          )}
          <PlainText text={summary} className="rounded-md bg-sunken p-2" />
        </>
      ) : (
        <PlainText text={text} className="max-h-112 overflow-auto rounded-md bg-sunken p-2" />
      )}
    </section>
  )
}
