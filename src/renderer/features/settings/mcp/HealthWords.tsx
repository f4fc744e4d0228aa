import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNow } from '../../../ui/base/time.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type HealthWordsProps = { readonly server: Pick<McpServerListing, 'health' | 'sandboxed' | 'source'> }

/** Shows the health of a server in a line. */
export function HealthWords({ server }: HealthWordsProps) {
  const t = useText()
  const { health, sandboxed, source } = server
  const retryAt = health.state === 'failed' ? health.retryAt : null
  const now = useNow(1_000, () => retryAt !== null)
  const words = [
    t(`settings.mcp.state.${health.state}`),
    ...(retryAt === null
      ? []
      : [t('settings.mcp.retries', { seconds: Math.max(0, Math.ceil((retryAt - now) / 1_000)) })]),
    ...(sandboxed && health.state === 'ready' ? [t('settings.mcp.sandboxed')] : []),
    ...(source === 'user' ? [] : [t(`settings.mcp.source.${source}`)]),
  ]
  return (
    <span
      data-bad={health.state === 'failed' || undefined}
      className="min-w-0 truncate text-fg-3 text-xs data-bad:text-bad-fg"
    >
      {words.join(t('settings.mcp.gap'))}
      {health.state === 'failed' ? (
        <>
          {t('settings.mcp.gap')}
          <ForeignText text={health.reason} />
        </>
      ) : null}
    </span>
  )
}
