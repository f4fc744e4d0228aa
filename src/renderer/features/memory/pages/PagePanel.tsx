import type { PageId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ContentBoundary } from '../../../ui/text/ContentBoundary.tsx'
import { PageForm } from './PageForm.tsx'
import { PageSheet } from './PageSheet.tsx'
import type { PageParts } from './page-parts.ts'

/** One page whole, or the form that writes or changes it. */
export function PagePanel(parts: PageParts) {
  const t = useText()
  const { view, chosen, onView, onChoose } = parts
  const back = () => onView('page')
  const saved = (id: PageId | null) => {
    if (id === null) back()
    else onChoose(id)
  }
  if (view === 'add') {
    return <PageForm key="add" {...parts} detail={null} onSaved={saved} onCancel={back} />
  }
  if (chosen === null) return <p className="text-fg-3 text-sm">{t('pages.pick')}</p>
  return <Chosen key={chosen} {...parts} id={chosen} onSaved={saved} onCancel={back} />
}

type ChosenProps = PageParts & {
  readonly id: PageId
  readonly onSaved: (id: PageId | null) => void
  readonly onCancel: () => void
}

function Chosen({ id, ...parts }: ChosenProps) {
  const { view } = parts
  const t = useText()
  const { data, problem, reload: again } = useQuery('knowledge.get', { id })
  // It was deleted, here or in another window: there is nothing wrong, and nothing to show.
  if (problem === 'knowledge.not_found') return <p className="text-fg-3 text-sm">{t('pages.pick')}</p>
  if (problem !== null) return <Failure message={problem} onRetry={again} />
  if (data === null) return <Placeholder rows={8} />
  if (view === 'edit') return <PageForm {...parts} detail={data} />
  return (
    <ContentBoundary source={() => data.body}>
      <PageSheet {...parts} detail={data} />
    </ContentBoundary>
  )
}
