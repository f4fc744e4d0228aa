import { useState } from 'react'
import { useStore } from 'zustand'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { WorktreePlace } from '#shared/worktree/worktree.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Select } from '../../ui/controls/Select.tsx'

type Place = { readonly app: AppStore; readonly projectId: ProjectId }

/** The folder under review, and the folders that can be chosen. */
export type Places = {
  readonly placeId: ChangePlaceId
  /** The chat whose changes the place has. */
  readonly sessionId: SessionId | null
  readonly trees: readonly WorktreePlace[]
  readonly onPlace: (id: ChangePlaceId) => void
}

/**
 * Finds the folder to review: that of the open chat, until the person chooses another. Null until the worktrees are
 * known, which only a chat in a worktree waits for.
 */
export function usePlaces({ app, projectId }: Place): Places | null {
  const openSession = useStore(app.store, (state) => state.openSession)
  const isInTree = useStore(app.store, ({ sessions }) =>
    (sessions[projectId]?.rows ?? []).some(
      ({ id, worktree }) => id === openSession && worktree !== undefined,
    ),
  )
  const [chosen, setChosen] = useState<ChangePlaceId | null>(null)
  const { data, problem } = useQuery('worktree.places', { projectId })
  if (data === null && problem === null && isInTree) return null
  const trees = data ?? []
  const own = trees.find(({ sessions }) => sessions.some((id) => id === openSession)) ?? null
  // A worktree that was removed leaves the project in view.
  const isThere = chosen === projectId || trees.some(({ id }) => id === chosen)
  const placeId = chosen !== null && isThere ? chosen : (own?.id ?? projectId)
  const tree = trees.find(({ id }) => id === placeId)
  const inTree = own?.id === tree?.id ? openSession : (tree?.sessions[0] ?? null)
  const sessionId = tree === undefined ? (own === null ? openSession : null) : inTree
  return { placeId, sessionId, trees, onPlace: setChosen }
}

/** Chooses between the folder of the project and its worktrees. Absent where the project has no worktree. */
export function PlacePicker({ app, projectId, placeId, trees, onPlace }: Place & Places) {
  const t = useText()
  const name = useStore(app.store, ({ projects }) => projects.find(({ id }) => id === projectId)?.name ?? '')
  if (trees.length === 0) return null
  const places = [{ id: projectId, label: name }, ...trees.map(({ id, branch }) => ({ id, label: branch }))]
  return (
    <Select
      label={t('changes.place')}
      icon={placeId === projectId ? 'folder' : 'worktree'}
      look="pick"
      value={placeId}
      groups={[{ title: null, options: places.map(({ id, label }) => ({ value: id, label })) }]}
      onChange={(value) => {
        const place = places.find(({ id }) => id === value)
        if (place !== undefined) onPlace(place.id)
      }}
      className="max-w-56"
    />
  )
}
