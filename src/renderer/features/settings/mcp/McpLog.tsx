import type { McpLogLine } from '#shared/mcp/mcp-list.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useTimeText } from '../../../ui/base/time.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type McpLogProps = { readonly lines: readonly McpLogLine[] }

/** Lists the log of a server: its error output, its log messages and its restarts. Newest last. */
export function McpLog({ lines }: McpLogProps) {
  const t = useText()
  const time = useTimeText()
  if (lines.length === 0) return <p className="text-fg-2 text-sm">{t('settings.mcp.noLog')}</p>
  return (
    <ol
      aria-label={t('settings.mcp.tab.log')}
      className="grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-md bg-sunken p-2 font-mono text-xs"
    >
      {lines.map((line, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that tells them apart
          key={index}
          data-bad={line.level === 'error' || undefined}
          className="break-words text-fg-2 data-bad:text-bad-fg"
        >
          <span className="text-fg-3">
            {time(line.at)} {t(`settings.mcp.from.${line.from}`)}
          </span>{' '}
          <ForeignText text={line.text} />
        </li>
      ))}
    </ol>
  )
}
