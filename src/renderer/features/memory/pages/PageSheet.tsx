import { useState } from 'react'
import { useStore } from 'zustand'
import type { PageId } from '#shared/ids.ts'
import type { PageDetail, PageVersion } from '#shared/knowledge/page.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ScopeChip } from '../filters/ScopeChip.tsx'
import { Tags } from '../filters/Tags.tsx'
import { Moves } from '../items/MoveMenu.tsx'
import { VersionRow } from '../items/VersionRow.tsx'
import { Section } from '../Section.tsx'
import { PageSource } from './PageSource.tsx'
import { PageUses } from './PageUses.tsx'
import type { PageParts } from './page-parts.ts'

type PageSheetProps = PageParts & { readonly detail: PageDetail }

/** Characters rendered at first; the rest follows on request. */
const FIRST_CHARACTERS = 40_000

/** One page: its words as they are meant to be read, what it is linked with, and what it was before. */
export function PageSheet(props: PageSheetProps) {
  const { detail, acts, app, onView, onChoose } = props
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const { page, body } = detail
  const { scope } = page
  const project = projects.find(({ id }) => scope.level === 'project' && id === scope.id) ?? null
  const archived = page.archivedAt !== null
  const remove = () => {
    acts.bulk([page.id], { act: 'remove' })
    onChoose(null)
  }
  const archive = () => {
    acts.bulk([page.id], { act: archived ? 'unarchive' : 'archive' })
    onChoose(null)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="line-clamp-3 min-w-0 break-words font-semibold text-lg tracking-tight">
          {page.title}
        </h2>
        <ScopeChip scope={scope} project={project} />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button size="small" icon="edit" onClick={() => onView('edit')}>
            {t('memory.edit')}
          </Button>
          <Moves app={app} from={scope} onMove={(to) => acts.bulk([page.id], { act: 'move', to })} />
          <Button size="small" onClick={() => acts.write([page.id])}>
            {t('pages.export')}
          </Button>
          <Button size="small" onClick={archive}>
            {archived ? t('pages.takeOut') : t('pages.putAway')}
          </Button>
          <Button size="small" look="danger" icon="trash" onClick={remove}>
            {t('memory.delete')}
          </Button>
        </div>
      </header>
      <PageSource {...props} />
      <Body key={page.version} body={body} />
      <Tags tags={page.tags} />
      <Links {...props} />
      <PageUses {...props} />
      <History {...props} />
    </div>
  )
}

function Body({ body }: { readonly body: string }) {
  const t = useText()
  const [whole, setWhole] = useState(body.length <= FIRST_CHARACTERS)
  if (body.trim() === '') return <p className="text-fg-3 text-sm">{t('pages.noWords')}</p>
  return (
    <article
      aria-label={t('pages.body')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line-strong bg-raised px-4 py-3 shadow-card"
    >
      <Markdown text={whole ? body : body.slice(0, FIRST_CHARACTERS)} />
      {whole ? null : (
        <Button size="small" onClick={() => setWhole(true)} className="justify-self-start">
          {t('pages.readOn')}
        </Button>
      )}
    </article>
  )
}

function Links({ detail, onChoose }: PageSheetProps) {
  const t = useText()
  const { linksTo, linkedFrom } = detail
  if (linksTo.length + linkedFrom.length === 0) return null
  return (
    <div className="grid grid-cols-2 gap-5 max-wide:grid-cols-1">
      <Section title={t('pages.linksTo')}>
        <ul className="grid gap-1 text-sm">
          {linksTo.map(({ target, page }) => (
            <li key={target} className="min-w-0 truncate">
              {page === null ? (
                <span className="text-fg-3" title={t('pages.noSuch')}>
                  {target}
                </span>
              ) : (
                <Jump {...page} onChoose={onChoose} />
              )}
            </li>
          ))}
          {linksTo.length === 0 ? <li className="text-fg-3">{t('pages.noLinks')}</li> : null}
        </ul>
      </Section>
      <Section title={t('pages.linkedFrom')}>
        <ul className="grid gap-1 text-sm">
          {linkedFrom.map((page) => (
            <li key={page.id} className="min-w-0 truncate">
              <Jump {...page} onChoose={onChoose} />
            </li>
          ))}
          {linkedFrom.length === 0 ? <li className="text-fg-3">{t('pages.noLinks')}</li> : null}
        </ul>
      </Section>
    </div>
  )
}

type JumpProps = { readonly id: PageId; readonly title: string; readonly onChoose: (id: PageId) => void }

function Jump({ id, title, onChoose }: JumpProps) {
  return (
    <button
      type="button"
      onClick={() => onChoose(id)}
      className="max-w-full truncate rounded-sm text-left underline decoration-line-strong hover:decoration-current"
    >
      {title}
    </button>
  )
}

function History({ api, app, acts, detail }: PageSheetProps) {
  const t = useText()
  const { page, history } = detail
  const restore = async ({ version }: PageVersion) => {
    const made = await api.command('knowledge.restore', { id: page.id, version })
    acts.done(t('memory.restored'), made.changeId)
  }
  return (
    <Section title={t('pages.history')}>
      <ol>
        {history.map((version, index) => (
          <VersionRow
            key={version.version}
            at={version.at}
            was={version.title === page.title ? null : version.title}
            onRestore={index === 0 ? null : () => app.attempt(restore(version))}
          >
            {version.author === 'import'
              ? t('memory.didBy', { act: t(`pages.act.${version.act}`), by: t('memory.by.import') })
              : t(`pages.act.${version.act}`)}
          </VersionRow>
        ))}
      </ol>
    </Section>
  )
}
