import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { NEW_SCRIPT } from './launch/launch-state.ts'
import { savedKey } from './saved-lists.ts'
import { useWorkflows } from './workflows-context.ts'

type Saved = { readonly list: readonly SavedWorkflow[]; readonly reload: () => void }
type Ways = { readonly onBegin: (script: string) => void; readonly onSaved: (key: string) => void }

/** The script a person writes: what is not saved of it, and the ways to it and from it. */
export type WrittenScript = {
  /** Empty: nothing was written that is not saved. */
  readonly text: string
  readonly begin: (script: string) => void
  readonly keep: (script: string) => void
  /** Something was saved: this script, or a changed one of a run. */
  readonly saved: (named: Pick<SavedWorkflow, 'source' | 'name'>, itself: boolean) => void
}

/** The script of a project that is written and not saved. Main keeps it, so it outlives this screen and its window. */
export function useWrittenScript(projectId: ProjectId, saved: Saved, ways: Ways): WrittenScript {
  const { toast } = useWorkflows()
  const t = useText()
  const draft = useDraft(projectId)
  const [awaited, setAwaited] = useState<string | null>(null)
  // A saved script is selected as soon as the list contains it.
  if (awaited !== null && saved.list.some((each) => savedKey(each) === awaited)) {
    setAwaited(null)
    ways.onSaved(awaited)
  }
  const begin = (script: string) => {
    const before = draft.text
    ways.onBegin(script)
    if (before === script) return
    draft.keep('')
    if (before === '') return
    const bringBack = () => {
      draft.keep(before)
      ways.onBegin(before)
    }
    toast({
      mark: 'stop',
      text: t('workflows.launch.putAside'),
      seconds: 12,
      action: { label: t('workflows.launch.bringBack'), onAct: bringBack },
    })
  }
  return {
    text: draft.text,
    begin,
    keep: (script) => draft.keep(script === NEW_SCRIPT ? '' : script),
    saved: (named, itself) => {
      toast({ mark: 'done', text: t('workflows.launch.savedNow', { name: named.name }), seconds: 6 })
      if (itself) draft.keep('')
      setAwaited(savedKey(named))
      saved.reload()
    },
  }
}

function useDraft(projectId: ProjectId) {
  const { app, drafts } = useWorkflows()
  const key = `script:${projectId}` as const
  useEffect(() => {
    app.attempt(drafts.load(key))
    return () => drafts.save(key)
  }, [app, drafts, key])
  const text = useStore(drafts.store, (all) => all[key]?.text ?? '')
  return { text, keep: (script: string) => drafts.setText(key, script) }
}
