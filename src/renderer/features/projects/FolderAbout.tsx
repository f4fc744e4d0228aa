import type { ReactNode } from 'react'
import type { DirectorySummary } from '#shared/project/directory.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import type { BrowserState } from './browser-state.ts'

/** Shows the details of the chosen folder and the effect of choosing it. */
export function FolderAbout({ state, home }: { state: BrowserState; home: string }) {
  const t = useText()
  const { summary } = state
  return (
    <section
      aria-label={t('projects.about')}
      aria-live="polite"
      className="grid content-start gap-4 overflow-auto border-line border-l px-5 py-4 max-medium:hidden"
    >
      {summary === null || summary.problem !== null ? (
        <Fact icon="info" title={t('projects.about.nothing')}>
          {t('projects.about.nothingHint')}
        </Fact>
      ) : (
        <Known summary={summary} isHome={summary.path === home} />
      )}
    </section>
  )
}

function Known({ summary, isHome }: { summary: DirectorySummary; isHome: boolean }) {
  const t = useText()
  const carries = summary.workflows + summary.agents > 0
  return (
    <>
      <div className="min-w-0">
        <h3 className="break-words font-semibold">{summary.name}</h3>
        <p className="plain-code break-all text-fg-3 text-xs">{summary.displayPath}</p>
      </div>
      {isHome ? (
        <Fact icon="alert" title={<span className="text-warn-fg">{t('projects.about.home')}</span>}>
          {t('projects.about.homeHint')}
        </Fact>
      ) : null}
      {summary.registered ? (
        <Fact icon="check" title={t('projects.about.registered')}>
          {t('projects.about.registeredHint')}
        </Fact>
      ) : null}
      {summary.branch === null ? (
        <Fact icon="branch" title={t('projects.about.noGit')}>
          {t('projects.about.noGitHint')}
        </Fact>
      ) : (
        <Fact
          icon="branch"
          title={
            <Rich
              message="projects.about.git"
              values={{ branch: <b className="font-medium">{summary.branch}</b> }}
            />
          }
        >
          {summary.changedFiles === null
            ? t('projects.about.gitUnknown')
            : summary.changedFiles === 0
              ? t('projects.about.gitClean')
              : t('projects.about.gitChanged', { count: summary.changedFiles })}
        </Fact>
      )}
      {summary.packageName === null ? null : (
        <Fact icon="puzzle" title={<span className="plain-code text-sm">{summary.packageName}</span>}>
          {t('projects.about.package')}
        </Fact>
      )}
      {summary.hasAgentsFile ? (
        <Fact
          icon="book"
          title={
            <Rich
              message="projects.about.agentsFile"
              values={{ file: <span className="plain-code text-sm">AGENTS.md</span> }}
            />
          }
        >
          {t('projects.about.agentsFileHint')}
        </Fact>
      ) : null}
      {carries ? (
        <Fact
          icon="workflows"
          title={`${t('projects.about.workflows', { count: summary.workflows })}, ${t('projects.about.agents', { count: summary.agents })}`}
        >
          <Rich
            message="projects.about.carriesHint"
            values={{ folder: <span className="plain-code">.orrery</span> }}
          />
        </Fact>
      ) : null}
    </>
  )
}

function Fact({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 gap-y-1 text-sm">
      <Icon name={icon} className="text-fg-3" />
      <span className="text-fg-2">{title}</span>
      <p className="col-start-2 text-fg-3">{children}</p>
    </div>
  )
}
