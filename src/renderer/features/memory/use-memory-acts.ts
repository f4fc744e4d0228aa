import type { MemoryChangeId, MemoryId } from '#shared/ids.ts'
import type { MemoryBulk, MemoryFilter, MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { MemoryProps } from './memory-props.ts'

const SECONDS = 10

/** Returns the actions on memories. Each offers an undo. */
export function useMemoryActs({ api, app, toast }: MemoryProps) {
  const t = useText()
  const undo = (changeId: MemoryChangeId) => app.attempt(api.command('memory.undo', { changeId }))
  const done = (text: string, changeId: MemoryChangeId) => {
    const action = { label: t('memory.undo'), onAct: () => undo(changeId) }
    toast({ mark: 'done', text, action, seconds: SECONDS })
  }
  const bulk = async (ids: readonly MemoryId[], how: MemoryBulk) => {
    const changed = await api.command('memory.bulk', { ids: [...ids], bulk: how })
    const count = changed.ids.length
    if (how.act === 'remove') done(t('memory.deleted', { count }), changed.changeId)
    else if (how.act === 'move') done(t('memory.moved', { count }), changed.changeId)
    else done(t('memory.tagAdded', { count }), changed.changeId)
  }
  const hold = async (one: MemoryId, other: MemoryId) => {
    await api.command('memory.bothHold', { one, other, hold: true })
    const onAct = () => app.attempt(api.command('memory.bothHold', { one, other, hold: false }))
    const action = { label: t('memory.undo'), onAct }
    toast({ mark: 'done', text: t('memory.pair.held'), action, seconds: SECONDS })
  }
  const write = async (filter: MemoryFilter) => {
    const written = await api.command('memory.export', { filter })
    if (written === null) return
    toast({
      mark: 'done',
      text: t('memory.exported', { count: written.count, file: written.fileName }),
      seconds: SECONDS,
    })
  }
  const read = async (scope: MemoryScope) => {
    const taken = await api.command('memory.import', { scope })
    if (taken === null) return
    const { added, same, refused, changeId } = taken
    const text = t('memory.imported', { count: added, same })
    if (changeId === null) toast({ mark: 'done', text, seconds: SECONDS })
    else done(text, changeId)
    if (refused.count === 0) return
    const first = refused.first.join(' ')
    toast({
      mark: 'fail',
      text: t('memory.importRefused', { count: refused.count, first }),
      seconds: 3 * SECONDS,
    })
  }
  return {
    done,
    bulk: (ids: readonly MemoryId[], how: MemoryBulk) => app.attempt(bulk(ids, how)),
    /** Both hold as they are: they are not held against each other any more. */
    bothHold: (one: MemoryId, other: MemoryId) => app.attempt(hold(one, other)),
    write: (filter: MemoryFilter) => app.attempt(write(filter)),
    read: (scope: MemoryScope) => app.attempt(read(scope)),
  }
}

export type MemoryActs = ReturnType<typeof useMemoryActs>
