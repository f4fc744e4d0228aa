import type { McpToolListing } from '#shared/mcp/mcp-list.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type McpToolsProps = {
  readonly tools: readonly McpToolListing[]
  readonly onReadOnly: (tool: string, readOnly: boolean) => void
}

/** The tools of a server, with what it says of them, and which of them only read as the person says. */
export function McpTools({ tools, onReadOnly }: McpToolsProps) {
  const t = useText()
  if (tools.length === 0) return <p className="text-fg-2 text-sm">{t('settings.mcp.noTools')}</p>
  return (
    <>
      <p className="text-fg-3 text-xs">{t('settings.mcp.readOnlyHint')}</p>
      <ul aria-label={t('settings.mcp.tab.tools')} className="grid grid-cols-[minmax(0,1fr)]">
        {tools.map((tool) => (
          <ToolLine key={tool.name} tool={tool} onReadOnly={(on) => onReadOnly(tool.name, on)} />
        ))}
      </ul>
    </>
  )
}

type ToolLineProps = {
  readonly tool: McpToolListing
  readonly onReadOnly: (readOnly: boolean) => void
}

function ToolLine({ tool, onReadOnly }: ToolLineProps) {
  const t = useText()
  const numbers = useNumbers()
  const { name, fullName, description, offered, hints, readOnly, tokens } = tool
  return (
    <li
      data-off={!offered || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-line py-2 data-off:text-fg-3 [&+li]:border-t"
    >
      <div className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span className="plain-code min-w-0 break-all font-medium text-sm" title={fullName}>
            <ForeignText text={name} />
          </span>
          {hints.map((hint) => (
            <Chip key={hint} size="small" look="flat">
              {t(`settings.mcp.hints.${hint}`)}
            </Chip>
          ))}
          {offered ? null : <Chip size="small">{t('settings.mcp.notOffered')}</Chip>}
        </span>
        <span className="line-clamp-3 break-words text-fg-2 text-xs">
          <ForeignText text={description} />
        </span>
        <span className="figures text-fg-3 text-xs">
          {t('settings.mcp.toolTokens', { tokens: numbers.short(tokens) })}
        </span>
      </div>
      <span className="flex items-center gap-2 text-fg-3 text-xs">
        {t('settings.mcp.readOnlyShort')}
        <Switch label={t('settings.mcp.readOnly', { name })} checked={readOnly} onChange={onReadOnly} />
      </span>
    </li>
  )
}
