import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { AskCard } from './AskCard.tsx'
import { AskLine } from './AskLine.tsx'
import { BatchBar } from './BatchBar.tsx'
import type { InboxWork } from './use-inbox.ts'

type InboxListProps = { readonly work: InboxWork; readonly onOpen: (item: InboxItem) => void }

/** Everything that waits: open under the cursor and where it is selected, otherwise in a few lines. */
export function InboxList({ work, onOpen }: InboxListProps) {
  const t = useText()
  const { items, current, selected, denying } = work
  return (
    <>
      {selected.length < 2 ? null : (
        <BatchBar
          items={selected}
          denying={denying === 'selected'}
          expiry={work.expiry}
          onExpiry={work.setExpiry}
          onAllow={(allowance) => work.allow(selected, allowance)}
          onSay={(said) => work.say(selected, said)}
          onDenying={(on) => work.setDenying(on ? 'selected' : null)}
          onClear={work.clear}
        />
      )}
      <ul aria-label={t('agents.inbox')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {items.map((item) => {
          const id = item.ask.requestId
          const isCurrent = item === current
          return (
            <li key={id}>
              {isCurrent || work.isSelected(id) ? (
                <AskCard
                  item={item}
                  current={isCurrent}
                  keyed={item === work.only}
                  selected={work.isSelected(id)}
                  together={selected.length > 1 && work.isSelected(id)}
                  whole={work.isWhole(id)}
                  lock={work.lockOf(item)}
                  onRead={() => work.markRead(item)}
                  denying={denying === id}
                  problem={work.problemOf(id)}
                  expiry={work.expiry}
                  onExpiry={work.setExpiry}
                  onAllow={(allowance) => work.allow([item], allowance)}
                  onSay={(said) => work.say([item], said)}
                  onDenying={(on) => work.setDenying(on ? id : null)}
                  onWhole={() => work.showWhole([item])}
                  onOpen={() => onOpen(item)}
                />
              ) : (
                <AskLine
                  item={item}
                  problem={work.problemOf(id)}
                  onEnter={() => work.enter(item)}
                  onAllow={() => work.aside(item, { outcome: 'approved', remember: { scope: 'once' } })}
                  onDeny={() => work.aside(item, { outcome: 'denied', remember: { scope: 'once' } })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
