import { useStore } from 'zustand'
import type { Data } from '../../data/data.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'

/** Asks once whether what a folder carries in `.orrery/` may run. Until then it is off. */
export function TrustBanner({ api, app }: { api: Data; app: AppStore }) {
  const t = useText()
  const project = useStore(app.store, (state) => state.projects.find((each) => each.id === state.openProject))
  if (project === undefined || !project.carriesCode || project.trusted !== null) return null
  const answer = (trusted: boolean) =>
    app.attempt(api.command('project.trust', { projectId: project.id, trusted }).then(app.loadProjects))
  const parts = (project.carries ?? []).map(({ name, count }) =>
    isKnown(name) ? t(`projects.trust.${name}`, { count }) : name,
  )
  return (
    <div className="px-4 py-3">
      <Banner
        action={
          <>
            <Button size="small" onClick={() => answer(false)}>
              {t('projects.trust.no')}
            </Button>
            <Button size="small" onClick={() => answer(true)}>
              {t('projects.trust.yes')}
            </Button>
          </>
        }
      >
        <Rich
          message={parts.length === 0 ? 'projects.trust.unread' : 'projects.trust.question'}
          values={{
            parts: parts.join(t('projects.trust.and')),
            project: <b className="font-medium">{project.name}</b>,
            folder: <span className="plain-code text-sm">.orrery</span>,
          }}
        />
      </Banner>
    </div>
  )
}

const KNOWN = ['workflows', 'agents', 'skills', 'hooks', 'checks'] as const

function isKnown(name: string): name is (typeof KNOWN)[number] {
  return KNOWN.some((each) => each === name)
}
