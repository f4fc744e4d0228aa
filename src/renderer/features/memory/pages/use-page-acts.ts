import type { PageChangeId, PageId } from '#shared/ids.ts'
import type { PageBulk } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { MemoryProps } from '../memory-props.ts'

const SECONDS = 10

/** Returns the actions on pages. Each offers an undo. */
export function usePageActs({ api, app, toast }: MemoryProps) {
  const t = useText()
  const done = (text: string, changeId: PageChangeId) => {
    const undo = () => app.attempt(api.command('knowledge.undo', { changeId }))
    toast({ mark: 'done', text, action: { label: t('memory.undo'), onAct: undo }, seconds: SECONDS })
  }
  const bulk = async (ids: readonly PageId[], how: PageBulk) => {
    const changed = await api.command('knowledge.bulk', { ids: [...ids], bulk: how })
    const count = changed.ids.length
    done(t(DONE[how.act], { count }), changed.changeId)
  }
  const write = async (ids: readonly PageId[]) => {
    const written = await api.command('knowledge.export', { ids: [...ids] })
    if (written === null) return
    const { count, fileName: file } = written
    const text = count === 1 ? t('pages.exported', { file }) : t('pages.exportedMany', { count, file })
    toast({ mark: 'done', text, seconds: SECONDS })
  }
  return {
    done,
    bulk: (ids: readonly PageId[], how: PageBulk) => app.attempt(bulk(ids, how)),
    write: (ids: readonly PageId[]) => app.attempt(write(ids)),
  }
}

const DONE = {
  tag: 'pages.tagged',
  untag: 'pages.tagged',
  move: 'pages.moved',
  archive: 'pages.archived',
  unarchive: 'pages.unarchived',
  remove: 'pages.deleted',
} as const satisfies Record<PageBulk['act'], string>

export type PageActs = ReturnType<typeof usePageActs>
