import type { PageChangeId, PageId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { MemoryProps } from '../memory-props.ts'

const SECONDS = 10

/** What can be done to pages. Each offers the way back. */
export function usePageActs({ api, app, toast }: MemoryProps) {
  const t = useText()
  const done = (text: string, changeId: PageChangeId) => {
    const undo = () => app.attempt(api.call('knowledge.undo', { changeId }))
    toast({ mark: 'done', text, action: { label: t('memory.undo'), onAct: undo }, seconds: SECONDS })
  }
  const remove = async (ids: readonly PageId[]) => {
    const changed = await api.call('knowledge.remove', { ids: [...ids] })
    done(t('pages.deleted', { count: changed.ids.length }), changed.changeId)
  }
  const archive = async (ids: readonly PageId[], archived: boolean) => {
    const changed = await api.call('knowledge.archive', { ids: [...ids], archived })
    const count = changed.ids.length
    done(archived ? t('pages.archived', { count }) : t('pages.unarchived', { count }), changed.changeId)
  }
  const write = async (id: PageId) => {
    const written = await api.call('knowledge.export', { id })
    if (written === null) return
    toast({ mark: 'done', text: t('pages.exported', { file: written.fileName }), seconds: SECONDS })
  }
  return {
    done,
    write: (id: PageId) => app.attempt(write(id)),
    remove: (ids: readonly PageId[]) => app.attempt(remove(ids)),
    archive: (ids: readonly PageId[], archived: boolean) => app.attempt(archive(ids, archived)),
  }
}

export type PageActs = ReturnType<typeof usePageActs>
