import { useStore } from 'zustand'
import type { MemoryDetail, MemoryFeedback, MemoryUse } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Meter } from '../../ui/Meter.tsx'
import { useAgo } from '../../ui/time.ts'
import type { MemoryParts } from './memory-parts.ts'
import { Section } from './Section.tsx'

type ItemUsesProps = MemoryParts & { readonly detail: MemoryDetail; readonly onChanged: () => void }

/** Where an item went: every run that was given it, how well it fitted, and what the person said about that. */
export function ItemUses({ api, app, detail, onChanged }: ItemUsesProps) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const { item, uses } = detail
  const stop = async ({ projectId }: MemoryFeedback) => {
    await api.call('memory.feedback', { id: item.id, projectId, say: 'not_always' })
    onChanged()
  }
  const nameOf = (id: string | null) =>
    projects.find((each) => each.id === id)?.name ?? t('memory.scope.gone')
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
      {uses.length === 0 ? (
        <p className="text-fg-3 text-sm">{t('memory.wentNowhere')}</p>
      ) : (
        <table className="w-full table-fixed text-left text-sm">
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} w-20 max-wide:w-14`}>
                {t('memory.when')}
              </th>
              <th scope="col" className={HEAD}>
                {t('memory.where')}
              </th>
              <th scope="col" className={`${HEAD} w-40 max-wide:w-20`}>
                {t('memory.as')}
              </th>
              <th scope="col" className={`${HEAD} w-28 text-right max-wide:w-14`}>
                {t('memory.matchColumn')}
              </th>
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <Use
                key={`${use.runId} ${use.how}`}
                use={use}
                onOpen={() => app.openSession(use.sessionId, use.projectId)}
              />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const HEAD = 'h-7 truncate border-line border-b pr-2 font-medium text-fg-3 text-xs'
const CELL = 'h-8 truncate border-line border-b pr-2'

function Use({ use, onOpen }: { readonly use: MemoryUse; readonly onOpen: () => void }) {
  const t = useText()
  const ago = useAgo()
  const score = use.score.toFixed(2)
  return (
    <tr>
      <td className={`${CELL} figures`}>{ago(use.at)}</td>
      <td className={CELL}>
        {use.title === null ? (
          <span className="text-fg-3">{t('memory.chatGone')}</span>
        ) : (
          <button
            type="button"
            onClick={onOpen}
            className="max-w-full truncate rounded-sm underline decoration-line-strong"
          >
            {use.title}
          </button>
        )}
      </td>
      <td className={`${CELL} text-fg-2`}>{t(`memory.how.${use.how}`)}</td>
      <td className={`${CELL} text-right`}>
        <span className="inline-flex items-center gap-2">
          <Meter
            label={t('memory.match', { score })}
            parts={[{ key: 'score', share: use.score, fill: 'plain' }]}
            className="w-12 max-wide:hidden"
          />
          <span className="figures">{score}</span>
        </span>
      </td>
    </tr>
  )
}
