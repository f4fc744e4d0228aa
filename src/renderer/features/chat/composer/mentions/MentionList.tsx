import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { SuggestionBox } from '../../../../ui/lists/SuggestionBox.tsx'
import type { Mentionable, Mentions } from './use-mentions.ts'

type MentionListProps = { readonly mentions: Mentions; readonly place?: 'over' | 'inside' }

/** Shows the matching agents, files and resources of an `@` mention. The composer keeps the focus. */
export function MentionList({ mentions, place }: MentionListProps) {
  const t = useText()
  return (
    <SuggestionBox
      list={mentions}
      label={t('mentions.list')}
      count={t('mentions.count', { count: mentions.found.length })}
      keyOf={({ kind, name }) => `${kind} ${name}`}
      {...(place === undefined ? {} : { place })}
    >
      {(each) => <MentionParts mentionable={each} />}
    </SuggestionBox>
  )
}

function MentionParts({ mentionable }: { mentionable: Mentionable }) {
  const t = useText()
  if (mentionable.kind === 'agent') {
    return (
      <>
        <Icon name="agents" size="s" className="text-fg-3" />
        <span className="shrink-0 font-medium">@{mentionable.name}</span>
        <span className="min-w-0 grow truncate text-fg-2 text-sm">{mentionable.description}</span>
        <span className="shrink-0 text-fg-3 text-xs">{t('mentions.agent')}</span>
      </>
    )
  }
  if (mentionable.kind === 'resource') {
    const { server, uri, name, isOpen } = mentionable.match
    return (
      <>
        <Icon name="clip" size="s" className="text-fg-3" />
        <span className="shrink-0 font-medium">
          @{server}:{isOpen ? `${uri}…` : uri}
        </span>
        <span className="min-w-0 grow truncate text-fg-2 text-sm">{name}</span>
        <span className="shrink-0 text-fg-3 text-xs">{t('mentions.resource')}</span>
      </>
    )
  }
  const isFolder = mentionable.kind === 'folder'
  const cut = mentionable.name.lastIndexOf('/', mentionable.name.length - 2) + 1
  return (
    <>
      <Icon name={isFolder ? 'folder' : 'file'} size="s" className="text-fg-3" />
      <span className="shrink-0 font-medium">{mentionable.name.slice(cut)}</span>
      <span className="min-w-0 grow truncate plain-code text-fg-3 text-xs">
        {mentionable.name.slice(0, cut)}
      </span>
      {isFolder ? <span className="ml-auto shrink-0 text-fg-3 text-xs">{t('mentions.folder')}</span> : null}
    </>
  )
}
