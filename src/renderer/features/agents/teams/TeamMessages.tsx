import { type RefObject, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { MessageForm } from './MessageForm.tsx'
import { MessageLine } from './MessageLine.tsx'
import { useTeamScene } from './team-scene.ts'

type TeamMessagesProps = {
  readonly to: string
  readonly onTo: (to: string) => void
  readonly writing: RefObject<HTMLTextAreaElement | null>
}

/** Shows the messages of the team, newest last, and the composer. */
export function TeamMessages({ to, onTo, writing }: TeamMessagesProps) {
  const t = useText()
  const { view, readOnly } = useTeamScene()
  const { messages } = view
  const [folded, setFolded] = useState(false)
  return (
    <section
      aria-label={t('teams.messages')}
      className="flex max-h-[38%] shrink-0 flex-col border-line border-t"
    >
      <h3 className="flex h-(--h-bar) shrink-0 items-center px-3 font-semibold text-fg-2 text-sm">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
          className="flex min-h-6 items-center gap-1 rounded-sm px-1 hover:bg-hover"
        >
          <Icon name={folded ? 'right' : 'down'} size="xs" />
          {t('teams.messages')}
        </button>
      </h3>
      {folded ? null : messages.length === 0 ? (
        <p className="px-4 pb-2 text-fg-3 text-sm">{t('teams.noMessages')}</p>
      ) : (
        // The reversed layout keeps the list at its end as messages arrive and the window resizes.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <div tabIndex={0} className="flex min-h-12 flex-1 flex-col-reverse overflow-y-auto px-4">
          <ul aria-label={t('teams.messages')} className="mb-auto">
            {messages.toReversed().map((message) => (
              <MessageLine key={message.id} message={message} />
            ))}
          </ul>
        </div>
      )}
      {readOnly ? null : <MessageForm to={to} onTo={onTo} writing={writing} />}
    </section>
  )
}
