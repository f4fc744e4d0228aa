import { useCallback } from 'react'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords } from '../../../messages/TextProvider.tsx'
import { useAsked } from '../../../ui/hooks/asked.ts'
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
  const { api } = props
  const say = useProblemWords()
  const { key } = server
  const ask = useCallback(() => api.call('mcp.editable', { key }), [api, key])
  const asked = useAsked(ask, (error) => say(problemOf(error)))
  if (asked.problem !== null) return <Failure message={asked.problem} onRetry={asked.ask} />
  if (asked.data === null) return <Placeholder rows={6} />
  const { name, config, digest } = asked.data
  return <McpForm editing={{ key, digest, draft: draftOf(name, config) }} {...props} />
}
