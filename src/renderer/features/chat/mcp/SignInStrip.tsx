import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useChat } from '../chat-context.ts'

const WAS_RELOADED = performance
  .getEntriesByType('navigation')
  .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

type SignInStripProps = { readonly projectId: ProjectId | null }

/** MCP servers that need the person's sign-in, above the message box. The chat does not wait for it. */
export function SignInStrip({ projectId }: SignInStripProps) {
  const { app } = useChat()
  const hasChanged = useStore(app.store, (state) => state.mcpChanged)
  // After a start nothing has happened yet, so no server needs anything. A reloaded window has missed what did.
  return hasChanged || WAS_RELOADED ? <Waiting projectId={projectId} /> : null
}

function Waiting({ projectId }: SignInStripProps) {
  const t = useText()
  const { data } = useQuery('mcp.list', { projectId })
  const waiting = data?.servers.filter(({ health }) => health.state === 'sign-in') ?? []
  if (waiting.length === 0) return null
  return (
    <ul
      aria-label={t('chat.signIn.list')}
      className="mx-2 max-h-[20vh] overflow-y-auto rounded-t-lg bg-side p-1 inset-ring inset-ring-line-strong"
    >
      {waiting.map((server) => (
        <SignInRow key={server.key} server={server} />
      ))}
    </ul>
  )
}

function SignInRow({ server }: { readonly server: McpServerListing }) {
  const t = useText()
  const { api, app } = useChat()
  const { health, name, key, projectId } = server
  if (health.state !== 'sign-in') return null
  const { host, running, reason } = health
  const place = { projectId, key }
  const needsClient = reason === 'client'
  return (
    <li className="flex min-h-7 items-center gap-2 rounded-sm pr-1 pl-2 text-fg-2 text-sm">
      <Icon name="plug" size="s" />
      <span role="status" className="min-w-0 grow truncate">
        {needsClient
          ? t('chat.signIn.client', { name })
          : running
            ? t('chat.signIn.running', { name })
            : t(reason === 'scope' ? 'chat.signIn.scope' : 'chat.signIn.needs', { name })}
      </span>
      {host === null ? null : <span className="shrink-0 text-fg-3 text-xs">{host}</span>}
      {needsClient ? null : running ? (
        <Button size="small" look="ghost" onClick={() => app.attempt(api.command('mcp.cancelSignIn', place))}>
          {t('settings.mcp.signIn.cancel')}
        </Button>
      ) : (
        <Button
          size="small"
          icon="external"
          aria-label={t('settings.mcp.signIn.of', { name })}
          onClick={() => app.attempt(api.command('mcp.signIn', place))}
        >
          {t('settings.mcp.signIn')}
        </Button>
      )}
    </li>
  )
}
