import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { DraftKey } from '../../../../store/draft-store.ts'
import { useChat } from '../../chat-context.ts'

type FreshResourcesProps = { readonly draftKey: DraftKey; readonly projectId: ProjectId | null }

/** Reads the attached resources of a draft again when their server reports a change. Draws nothing. */
export function FreshResources({ draftKey, projectId }: FreshResourcesProps) {
  const { api, app, drafts } = useChat()
  const changed = useStore(app.store, (state) => state.changedResource)
  useEffect(() => {
    if (changed === null) return
    const { key, uri } = changed
    const isOf = ({ resource }: { resource?: { key: string; uri: string } }) =>
      resource?.key === key && resource.uri === uri
    if (!drafts.of(draftKey).files.some(isOf)) return
    const read = api.read('mcp.readResource', { projectId, key, uri }).then((fresh) => {
      const { files } = drafts.of(draftKey)
      const at = files.findIndex(isOf)
      // It may have been sent or removed meanwhile.
      if (at < 0) return
      const others = files.filter((file) => !isOf(file))
      drafts.setFiles(draftKey, [...others.slice(0, at), ...fresh, ...others.slice(at)])
    })
    app.attempt(read)
  }, [api, app, changed, draftKey, drafts, projectId])
  return null
}
