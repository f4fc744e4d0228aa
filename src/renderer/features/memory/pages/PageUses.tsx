import type { PageDetail } from '#shared/knowledge/page.ts'
import { QUERY_CHARS } from '#shared/search/query-chars.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Section } from '../Section.tsx'
import { UsesTable } from '../UsesTable.tsx'
import type { PageParts } from './page-parts.ts'

type PageUsesProps = PageParts & { readonly detail: PageDetail }

/** Shows the answers that received parts of a page, with heading and match score. */
export function PageUses({ app, detail: { uses, runs } }: PageUsesProps) {
  const t = useText()
  return (
    <Section title={t('memory.went')} {...(runs === 0 ? {} : { hint: t('memory.used', { count: runs }) })}>
      <UsesTable
        all={uses.map(({ runId, heading, sessionId, projectId, eventId, query, ...use }) => ({
          ...use,
          key: `${runId} ${heading}`,
          as: heading === '' ? t('pages.beginning') : heading,
          onOpen: () => {
            const place = eventId === null ? null : { sessionId, eventId, query: query.slice(0, QUERY_CHARS) }
            app.openSession(sessionId, projectId, place)
          },
        }))}
      />
    </Section>
  )
}
