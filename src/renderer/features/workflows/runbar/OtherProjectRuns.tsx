import { useText } from '../../../messages/TextProvider.tsx'
import type { RunAttention } from '../../../store/workflows/run-attention.ts'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { shortId } from '../run-figures.ts'
import { useApp, useRuns, useWorkflows } from '../workflows-context.ts'

type News = RunAttention[number]

const ICONS: Readonly<Record<News['kind'], IconName>> = {
  waits: 'alert',
  failed: 'alert',
  near: 'alert',
  done: 'check',
}

/** Shows the news of runs in other projects, with links and a dismiss action. */
export function OtherProjectRuns({ news }: { news: RunAttention }) {
  const t = useText()
  const { api, app, runs } = useWorkflows()
  const projects = useApp((state) => state.projects)
  if (news.length === 0) return null
  const open = async ({ id, projectId }: News) => {
    runs.summon(await api.read('workflow.get', { workflowRunId: id }))
    app.showWorkflows(projectId)
  }
  const nameOf = (id: News['projectId']) => projects.find((project) => project.id === id)?.name ?? ''
  return (
    <Menu
      trigger={
        <Button size="small" look="ghost" icon="external">
          {t('workflows.elsewhere', { count: news.length })}
        </Button>
      }
      items={[
        ...news.map((each) => ({
          kind: 'action' as const,
          id: each.id,
          icon: ICONS[each.kind],
          label: t(`workflows.elsewhere.${each.kind}`, {
            run: `${each.name} ${shortId(each.id)}`,
            project: nameOf(each.projectId),
          }),
          onSelect: () => app.attempt(open(each)),
        })),
        { kind: 'rule' as const, id: 'rule' },
        {
          kind: 'action' as const,
          id: 'seen',
          label: t('workflows.elsewhere.seen'),
          // A run that waits for the person stays until it is answered.
          disabled: news.every(({ kind }) => kind === 'waits'),
          onSelect: runs.seeAll,
        },
      ]}
    />
  )
}

/** The news of runs of other projects than the one in view. */
export function useOtherProjectRuns(): RunAttention {
  const here = useRuns((state) => state.projectId)
  return useRuns((state) => state.attention).filter(({ projectId }) => projectId !== here)
}
