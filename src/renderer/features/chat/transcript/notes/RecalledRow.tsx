import type { RecalledMemory } from '#shared/memory/recall.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Chip } from '../../../../ui/controls/Chip.tsx'
import { Meter } from '../../../../ui/limits/Meter.tsx'
import { useApp, useChat } from '../../chat-context.ts'

const BY = { person: 'memory.byPerson', agent: 'memory.byAgent', import: 'memory.byImport' } as const

/** One memory a run was given: how well it fits, why, where it is from, and what the person says about that. */
export function RecalledRow({ memory }: { readonly memory: RecalledMemory }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const projectId = useApp((state) => state.openProject)
  const { id, key, scope, score, from } = memory
  const why = useWhy(memory)
  const tell = async (say: 'always' | 'not_useful') => {
    await api.command('memory.feedback', { id, projectId, say })
    toast?.({ mark: 'done', text: t(`memory.said.${say}`, { key }), seconds: 6 })
  }
  return (
    <li className="grid gap-1 border-line py-2 text-sm [&+li]:border-t">
      <div className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          onClick={() => app.openMemory(id)}
          className="min-w-0 truncate rounded-sm font-medium hover:underline"
        >
          {key}
        </button>
        <Chip size="small">
          {scope.level === 'user' ? t('memory.scope.user') : t('memory.scope.project')}
        </Chip>
        <span className="grow" />
        <Meter
          label={t('memory.match', { score: score.toFixed(2) })}
          parts={[{ key: 'score', share: score, fill: 'plain' }]}
          className="w-12"
        />
        <span className="figures text-fg-2 text-xs">{score.toFixed(2)}</span>
      </div>
      <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-2">
        <p className="flex min-w-0 grow flex-wrap gap-x-3 text-fg-3 text-xs">
          {from === undefined ? null : (
            <span className="min-w-0 truncate">
              {from.chat === null ? t(BY[from.author]) : t('memory.saidInChat', { title: from.chat })}
            </span>
          )}
          <span className="min-w-0 truncate">{why}</span>
        </p>
        {toast === null ? null : (
          <span className="-mr-2 flex shrink-0">
            <Button size="small" look="ghost" onClick={() => app.attempt(tell('not_useful'))}>
              {t('memory.notUseful')}
            </Button>
            <Button size="small" look="ghost" onClick={() => app.attempt(tell('always'))}>
              {t('memory.alwaysHere')}
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

/** Returns why a memory was recalled: always used, shared words or similar meaning. */
function useWhy({ always, words, by = ['words'] }: RecalledMemory): string {
  const t = useText()
  if (always) return t('memory.becauseAlways')
  const shared = t('memory.becauseWords', { words: words.join(', ') })
  if (!by.includes('meaning')) return shared
  return by.includes('words') ? `${shared} · ${t('memory.becauseMeaning')}` : t('memory.becauseMeaning')
}
