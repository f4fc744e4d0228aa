import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useQuery } from '../../../data/use-query.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { McpForm } from './McpForm.tsx'
import { draftOf, type McpView } from './mcp-view.ts'

type McpEditFormProps = SettingsProps & {
  readonly server: Pick<McpServerListing, 'key'>
  readonly onView: (view: McpView) => void
}

/** Loads a server of the person into the form. */
export function McpEditForm({ server, ...props }: McpEditFormProps) {
  const { key } = server
  const asked = useQuery('mcp.editable', { key })
  if (asked.problem !== null) return <Failure message={asked.problem} onRetry={asked.reload} />
  if (asked.data === null) return <Placeholder rows={6} />
  const { name, config, digest } = asked.data
  return <McpForm editing={{ key, digest, draft: draftOf(name, config) }} {...props} />
}
