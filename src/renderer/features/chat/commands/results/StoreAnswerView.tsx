import type { StoreAnswer, StoreEntry } from '#shared/memory/store-command.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useChat } from '../../chat-context.ts'

/** Shows the result of a `/memory` command. */
export function StoreAnswerView({ answer }: { readonly answer: StoreAnswer }) {
  const t = useText()
  switch (answer.verb) {
    case 'list':
      return answer.stores.length === 0 ? (
        <p className="text-fg-2">{t('commands.store.none')}</p>
      ) : (
        <ul className="grid gap-1">
          {answer.stores.map(({ name, entries }) => (
            <li key={name} className="flex gap-2">
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="figures shrink-0 text-fg-3">
                {t('commands.store.count', { count: entries })}
              </span>
            </li>
          ))}
        </ul>
      )
    case 'create':
      return <p>{t('commands.store.created', { store: answer.store })}</p>
    case 'store':
      return (
        <>
          <p className="pb-1 text-fg-2">{t('commands.store.stored', { store: answer.store })}</p>
          <Entry entry={answer.entry} />
        </>
      )
    case 'fetch':
      return <Entry entry={answer.entry} />
    case 'entries':
      return answer.entries.length === 0 ? (
        <p className="text-fg-2">{t('commands.store.empty', { store: answer.store })}</p>
      ) : (
        <div className="grid gap-2">
          {answer.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </div>
      )
    case 'archive':
      return (
        <p>
          {t('commands.store.archived', {
            store: answer.store,
            name: answer.name,
            count: answer.entries,
          })}
        </p>
      )
  }
}

/** An entry, leading to the memory it is. */
function Entry({ entry: { id, key, content } }: { readonly entry: StoreEntry }) {
  const { app } = useChat()
  return (
    <div>
      <button
        type="button"
        onClick={() => app.openMemory(id)}
        className="max-w-full truncate rounded-sm font-medium hover:underline"
      >
        {key}
      </button>
      <p className="whitespace-pre-wrap break-words text-fg-2">{content}</p>
    </div>
  )
}
