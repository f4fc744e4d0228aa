import { useStore } from 'zustand'
import type { MemoryDetail, MemoryFeedback, MemoryHow } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { Section } from '../Section.tsx'
import { UsesTable } from '../UsesTable.tsx'

type ItemUsesProps = MemoryParts & { readonly detail: MemoryDetail; readonly onChanged: () => void }

/** Shows the runs that received an item, with match score and feedback. */
export function ItemUses({ api, app, detail, onChanged }: ItemUsesProps) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const { item, uses } = detail
  const stop = async ({ projectId }: MemoryFeedback) => {
    await api.command('memory.feedback', { id: item.id, projectId, say: 'not_always' })
    onChanged()
  }
  const nameOf = (id: string | null) =>
    projects.find((each) => each.id === id)?.name ?? t('memory.scope.gone')
  const asWhat = (how: MemoryHow, turn: number | null) => {
    if (how === 'left_out') return t('memory.how.left_out')
    return turn === null ? t(`memory.how.${how}`) : t(`memory.how.${how}In`, { turn })
  }
  return (
    <Section
      title={t('memory.went')}
      {...(uses.length === 0 ? {} : { hint: t('memory.used', { count: item.uses }) })}
    >
      {detail.feedback
        .filter(({ always }) => always)
        .map((said) => (
          <p key={said.projectId ?? ''} className="flex items-center gap-2 text-sm">
            {t('memory.alwaysIn', { name: nameOf(said.projectId) })}
            <Button size="small" look="ghost" onClick={() => app.attempt(stop(said))}>
              {t('memory.notAlways')}
            </Button>
          </p>
        ))}
      <UsesTable
        all={uses.map(({ runId, how, turn, sessionId, projectId, ...use }) => ({
          ...use,
          key: `${runId} ${how}`,
          as: asWhat(how, turn),
          onOpen: () => app.openSession(sessionId, projectId),
        }))}
      />
    </Section>
  )
}
